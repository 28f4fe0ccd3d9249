import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { apiOf, type Api } from "../harness/api.ts";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { manyJoined } from "../harness/gamers.ts";
import { idOf, published } from "../harness/tournament.ts";
import { signIn } from "./walk/account.ts";
import { emptyGame, newCaller, type Caller } from "./walk/filled-game.ts";
import { scrollThrough } from "./walk/scroll.ts";
import { visitor } from "./walk/visitor.ts";

const ENTRIES = 10_000;
const MOST_SCORES = 1_000;
// The rows in view, and a few before and after them.
const MAX_ROWS = 60;

let browser: Browser;
let owner: Caller;
let pages: { tournament: string; scored: string };
let api: Api;
let scored: string;
beforeAll(async () => {
  if (!hasChromium) return;
  owner = await newCaller();
  const game = await emptyGame(owner, "Crowded");
  const gameId = game.environments.test.id;
  const { secret } = await owner.ask("POST", "/key/create", { name: "Match server" }, gameId);
  api = apiOf(inject("baseUrl"), { gameId, apiKey: secret ?? "" });
  const path = await published(api, { name: "The great one", entryFee: 2.5 });
  const handles = Array.from({ length: ENTRIES }, (_, index) => `racer-${index + 1}`);
  const system = { urls: inject("urls"), token: inject("tokens").test };
  await manyJoined(system, api, path, handles);
  scored = await published(api, { name: "The great race", scoring: {} });
  await manyJoined(system, api, scored, handles);
  const scores = handles.map((gamer, index) => ({ gamer, score: ENTRIES - index }));
  for (let first = 0; first < ENTRIES; first += MOST_SCORES)
    await api.post(`${scored}/scores`, { scores: scores.slice(first, first + MOST_SCORES) });
  const list = `/dashboard/g/${game.id}/test/tournaments`;
  pages = { tournament: `${list}/${idOf(path)}`, scored: `${list}/${idOf(scored)}` };
  browser = await startBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!hasChromium)(
  "ten thousand entries are scrolled from the first to the last, a few dozen rows at a time",
  async () => {
    const { page, context, faults } = await visitor(browser);
    await page.goto(pages.tournament);
    await signIn(page, owner.person.email);
    await page.getByText("10,000 entries").waitFor();
    expect(await scrollThrough(page, "Entries")).toBeLessThan(MAX_ROWS);
    const last = page.getByRole("table", { name: "Entries" }).locator(`[aria-rowindex="10001"]`);
    expect(await last.innerText()).toMatch(/racer-\d+/);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.skipIf(!hasChromium)(
  "a leaderboard of ten thousand moves live when scores come in, and finds any gamer on it",
  async () => {
    const { page, context, faults } = await visitor(browser);
    await page.goto(pages.scored);
    await signIn(page, owner.person.email);
    await page.getByText("10,000 of 10,000 entries listed").waitFor();
    const table = page.getByRole("table", { name: "Leaderboard" });
    const first = table.locator('[aria-rowindex="2"]');
    await first.getByText("racer-1", { exact: true }).waitFor();
    // A reload would forget it.
    await page.evaluate(`document.body.setAttribute("data-looked-at", "")`);
    await api.post(`${scored}/score`, { gamer: "racer-5000", score: 2 * ENTRIES });
    await first.getByText("racer-5000").waitFor();
    await table.locator('[aria-rowindex="3"]').getByText("racer-1", { exact: true }).waitFor();
    expect(await page.locator("body[data-looked-at]").count()).toBe(1);
    const drawn = await table.getByRole("row").count();
    expect(drawn).toBeLessThan(MAX_ROWS);

    await page.getByRole("searchbox", { name: "Find a gamer" }).fill("racer-7777");
    const found = table.locator("[data-marked]");
    await found.waitFor();
    expect((await found.innerText()).split(/\s+/).slice(0, 2)).toEqual(["7,777", "racer-7777"]);
    await api.post(`${scored}/score`, { gamer: "racer-7777", score: 3 * ENTRIES });
    await found.getByText("30,000").waitFor();
    expect(await first.innerText()).toMatch(/^1\s+racer-7777/);
    expect(faults).toEqual([]);
    await context.close();
  },
);
