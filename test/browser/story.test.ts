import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { apiOf } from "../harness/api.ts";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { joined } from "../harness/gamers.ts";
import { published } from "../harness/tournament.ts";
import { signOut, signUp } from "./walk/account.ts";
import { createGame, createKey, environmentOf, goTo, revokeKey } from "./walk/game.ts";
import { showEvents } from "./walk/events.ts";
import { endWithWinner, openTournament } from "./walk/tournament.ts";
import { visitor } from "./walk/visitor.ts";

let browser: Browser;
beforeAll(async () => {
  if (hasChromium) browser = await startBrowser();
});
afterAll(() => browser?.close());

const GAMERS = Array.from({ length: 20 }, (_, index) => `racer-${index + 1}`);

test.skipIf(!hasChromium)(
  "somebody who has never been here comes from nothing to a paid-out tournament",
  async () => {
    const { page, context, faults } = await visitor(browser);
    await signUp(page);
    await createGame(page, "Star Racer");
    await goTo(page, "API keys");
    const apiKey = await createKey(page, "Match server");
    expect(apiKey).toMatch(/^tms_test_/);
    await page.getByRole("button", { name: "I have stored it" }).click();
    expect(await page.getByText(apiKey).count()).toBe(0);

    const api = apiOf(inject("baseUrl"), { apiKey, gameId: await environmentOf(page) });
    const path = await published(api, { name: "Friday Open", entryFee: 2.5 });
    await openTournament(page, "Friday Open");
    await page.getByText("Nobody joined yet").waitFor();
    // A reload would forget it.
    await page.evaluate(`document.body.setAttribute("data-looked-at", "")`);
    await joined(api, path, ...GAMERS);
    await page.getByText("20 entries").waitFor();
    await page.getByText("$50.00").first().waitFor();
    expect(await page.locator("body[data-looked-at]").count()).toBe(1);

    await endWithWinner(page, "racer-7");
    await page.getByRole("tab", { name: "Settlement" }).click();
    await page.getByRole("table", { name: "Payouts" }).getByText("racer-7").waitFor();
    await page.getByRole("tab", { name: "Money" }).click();
    await page.getByText("It adds up to the last unit.").waitFor();
    const equation = await page.getByRole("group", { name: "Equation" }).innerText();
    expect(equation.replaceAll(/\s+/g, " ")).toBe(
      "$50.00 entry fees in = $50.00 payouts + $0.00 platform fee + $0.00 refunds",
    );

    const told = await showEvents(page);
    // Told by other services than what they stand beside: a moment before or after it.
    const loose = ["ranking.frozen", "settlement.done"];
    const inOrder = async () => (await told()).filter((type) => !loose.includes(type));
    await expect
      .poll(inOrder)
      .toEqual([
        "tournament.created",
        "tournament.published",
        ...GAMERS.map(() => "entry.joined"),
        "tournament.settling",
        "settlement.planned",
        "payout.paid",
        "tournament.completed",
      ]);

    // The first steps are done.
    await page.reload();
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByRole("link", { name: "Getting started" }).waitFor({ state: "detached" });
    await goTo(page, "API keys");
    await revokeKey(page, "Match server");
    await expect.poll(async () => (await api.get(path)).status).toBe(401);
    await signOut(page);
    await page.goto("/dashboard/");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  },
);
