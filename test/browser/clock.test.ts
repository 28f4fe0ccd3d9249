import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { apiOf } from "../harness/api.ts";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { joined } from "../harness/gamers.ts";
import { published } from "../harness/tournament.ts";
import { signUp } from "./walk/account.ts";
import { createGame, createKey, environmentOf, goTo } from "./walk/game.ts";
import { openTournament } from "./walk/tournament.ts";
import { visitor } from "./walk/visitor.ts";

let browser: Browser;
beforeAll(async () => {
  if (hasChromium) browser = await startBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!hasChromium)(
  "somebody sees a tournament of an hour end and pay by advancing the clock",
  async () => {
    const { page, context, faults } = await visitor(browser);
    await signUp(page);
    await createGame(page, "Star Racer");
    await goTo(page, "API keys");
    const apiKey = await createKey(page, "Match server");
    await page.getByRole("button", { name: "I have stored it" }).click();
    const api = apiOf(inject("baseUrl"), { apiKey, gameId: await environmentOf(page) });
    const path = await published(api, { name: "Friday Open", entryFee: 2.5 });
    await joined(api, path, "ada");

    // Where it is expected first: the last of the first steps.
    await goTo(page, "Getting started");
    const step = page.getByRole("region", { name: "See it pay out: to do", exact: true });
    await step.getByRole("button", { name: "Advance clock" }).click();
    const dialog = page.getByRole("dialog", { name: "Advance the clock" });
    await dialog.getByRole("radio", { name: "To the tournament's end" }).waitFor();
    await dialog.getByRole("button", { name: "Advance" }).click();
    await page.getByText("You have paid out a tournament").waitFor();
    expect((await api.get(path)).body.tournament.status).toBe("completed");

    // And from the bar, whichever page it is.
    await openTournament(page, "Friday Open");
    await page.getByText("Completed").first().waitFor();
    await page.getByRole("button", { name: "Advance clock" }).click();
    await dialog.getByRole("radio", { name: "By a week" }).check();
    await dialog.getByRole("button", { name: "Advance" }).click();
    await dialog.waitFor({ state: "detached" });
    const week = 7 * 86_400;
    expect((await api.get("/clock")).body.clock.aheadSeconds).toBeGreaterThan(week);
    expect(faults).toEqual([]);
    await context.close();
  },
  120_000,
);
