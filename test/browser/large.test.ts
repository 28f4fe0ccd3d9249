import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { apiOf } from "../harness/api.ts";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { manyJoined } from "../harness/gamers.ts";
import { idOf, published } from "../harness/tournament.ts";
import { signIn } from "./walk/account.ts";
import { emptyGame, newCaller, type Caller } from "./walk/filled-game.ts";
import { openCold, scrollThrough } from "./walk/gauge.ts";
import { visitor } from "./walk/visitor.ts";

const ENTRIES = 10_000;
// Those in view, and a few before and after them.
const MOST_ROWS = 60;

let browser: Browser;
let owner: Caller;
let pages: { list: string; tournament: string };
beforeAll(async () => {
  if (!hasChromium) return;
  owner = await newCaller();
  const game = await emptyGame(owner, "Crowded");
  const gameId = game.environments.test.id;
  const { secret } = await owner.ask("POST", "/key/create", { name: "Match server" }, gameId);
  const api = apiOf(inject("baseUrl"), { gameId, apiKey: secret ?? "" });
  const path = await published(api, { name: "The great one", entryFee: 2.5 });
  const handles = Array.from({ length: ENTRIES }, (_, index) => `racer-${index + 1}`);
  await manyJoined({ urls: inject("urls"), token: inject("tokens").test }, api, path, handles);
  const list = `/dashboard/g/${game.id}/test/tournaments`;
  pages = { list, tournament: `${list}/${idOf(path)}` };
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
    const smoothness = await scrollThrough(page, "Entries");
    console.log("scrolled through 10,000 entries:", JSON.stringify(smoothness));
    expect(smoothness.mostRows).toBeLessThan(MOST_ROWS);
    const last = page.getByRole("table", { name: "Entries" }).locator(`[aria-rowindex="10001"]`);
    expect(await last.innerText()).toMatch(/racer-\d+/);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.skipIf(!hasChromium)("a page that no cache knows comes up whole", async () => {
  const first = await visitor(browser);
  const signInPaints = await openCold(first.page, "/dashboard/sign-in", "Forgot your password?");
  await signIn(first.page, owner.person.email);
  await first.page.getByText("Crowded").first().waitFor();
  const storageState = await first.context.storageState();
  const second = await visitor(browser, { storageState });
  const listPaints = await openCold(second.page, pages.list, "The great one");
  console.log("cold:", JSON.stringify({ signIn: signInPaints, list: listPaints }));
  expect(await second.page.getByRole("row", { name: "The great one" }).count()).toBe(1);
  expect([...first.faults, ...second.faults]).toEqual([]);
  await Promise.all([first.context.close(), second.context.close()]);
});
