import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { signIn } from "./walk/account.ts";
import { emptyGame, newCaller } from "./walk/filled-game.ts";
import { visitor } from "./walk/visitor.ts";

let browser: Browser;
beforeAll(async () => {
  if (hasChromium) browser = await startBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!hasChromium)(
  "every term of scoring is set by the form, shown, changed by the form, and lost by no change",
  async () => {
    const owner = await newCaller();
    const { id, environments } = await emptyGame(owner, "Time trials");
    const { page, context, faults } = await visitor(browser);
    await page.goto(`/dashboard/g/${id}/test/tournaments/new`);
    await signIn(page, owner.person.email);
    const field = (name: string) => page.getByRole("textbox", { name });
    await field("Name").fill("Time attack");
    await page.getByRole("switch", { name: "Rank gamers by scores" }).check();
    await page.getByRole("combobox", { name: "Of two scores" }).click();
    await page.getByRole("option", { name: "Lower is better" }).click();
    for (const [name, value] of [
      ["Attempts", "5"],
      ["Lowest score", "9000"],
      ["Highest score", "300"],
      ["Held for review from", "-10"],
    ] as const)
      await field(name).fill(value);
    await page.getByRole("button", { name: "Add a tie-break" }).click();
    await page.getByRole("button", { name: "Add a tie-break" }).click();
    await page.getByRole("combobox", { name: "Better in tie-break 2" }).click();
    await page.getByRole("option", { name: "Lower is better" }).click();
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("The highest score is lower than that.").waitFor();
    await field("Lowest score").fill("-300");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("from -300, to 300, held for review from -10").waitFor();
    await page.getByText("higher tie-break 1, then lower tie-break 2").waitFor();
    const tournament = new URL(page.url()).pathname.split("/").at(-1);
    const scoring = async () => {
      const answer = await owner.ask(
        "GET",
        `/tournament/${tournament}`,
        undefined,
        environments.test.id,
      );
      return (answer.tournament as unknown as { scoring: object }).scoring;
    };
    const set = {
      operator: "best",
      counted: null,
      direction: "lower",
      tieBreaks: ["higher", "lower"],
      ties: "shared",
      attempts: 5,
      min: -300,
      max: 300,
      reviewFrom: -10,
      noScore: "out",
    };
    expect(await scoring()).toEqual(set);

    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Edit terms" }).click();
    await page.getByRole("button", { name: "Take away tie-break 1" }).click();
    await field("Highest score").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("from -300, held for review from -10").waitFor();
    expect(await scoring()).toEqual({ ...set, tieBreaks: ["lower"], max: null });
    expect(faults).toEqual([]);
    await context.close();
  },
);
