import { connect } from "node:net";
import { pipeline } from "node:stream";
import { freePort } from "@tms/stack/testing/ports";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { joined, manyJoined } from "../harness/gamers.ts";
import { openRelay } from "../harness/relay.ts";
import { sample, TAKES_ALL } from "../harness/sample.ts";
import { idOf, published, settled } from "../harness/tournament.ts";
import { markPage, openTab } from "./actions.ts";
import { expect, inject, services, test } from "./test.ts";

const JOINS = 300;
const BATCH = 20;
// More than a page reads at once.
const ENTRIES = TAKES_ALL ? 10_000 : 2_500;
const SCORES_PER_REQUEST = 1_000;
// The rows in view, and a few before and after them.
const MAX_ROWS = 60;

const format = (count: number) => count.toLocaleString("en");

const namesFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `racer-${first + index}`);

/** Counts from now on how often a page reads a tournament. */
function countReads(page: Page, tournamentId: string) {
  const since = performance.now();
  let count = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === `/tournament/${tournamentId}`) count += 1;
  });
  return { count: () => count, seconds: () => (performance.now() - since) / 1_000 };
}

test("follows a rush of joins, shows that it is cut off, and is exact again after", async ({
  game: { api, open },
  owner,
}) => {
  const path = await published(api, { name: "The rush", entryFee: 2.5 });
  let isCut = false;
  const gatewayPort = Number(new URL(inject("baseUrl")).port);
  const relay = await openRelay(await freePort(), (client, track) => {
    if (isCut) client.resetAndDestroy();
    else pipeline(client, track(connect(gatewayPort, "127.0.0.1")), client, () => undefined);
  });
  onTestFinished(() => relay.close());
  const baseUrl = `http://127.0.0.1:${relay.port}`;
  const look = { as: owner.caller, baseUrl, expects: /ERR_/ };
  const page = await open(`tournaments/${idOf(path)}`, look);
  await page.getByText("No entries yet").waitFor();
  await page.getByText("Up to date").waitFor();
  const reads = countReads(page, idOf(path));
  for (let first = 0; first < JOINS; first += BATCH)
    await manyJoined(services(), api, path, namesFrom(first, BATCH));
  await page.getByText(`${JOINS} entries`).waitFor();
  await page.getByText("$750.00").first().waitFor();
  // Its script is loaded with the first entry. The page could not load it while it is cut off.
  await page.getByRole("img", { name: "Chart of pool and entries" }).waitFor();
  // The page reads at most once per second.
  expect(reads.count()).toBeLessThanOrEqual(reads.seconds() + 2);
  expect(await page.getByText("Reconnecting").count()).toBe(0);

  isCut = true;
  relay.reset();
  await page.getByText("Reconnecting").waitFor();
  await manyJoined(services(), api, path, namesFrom(JOINS, 10));
  isCut = false;
  await page.getByText(`${JOINS + 10} entries`).waitFor();
  await page.getByText("$775.00").first().waitFor();
  await page.getByText("Up to date").waitFor();
});

test("shows events as they happen", async ({ game: { api, open } }) => {
  const page = await open("events");
  await page.getByText("Up to date").waitFor();
  const path = await published(api, { name: "Seen at once" });
  await joined(api, path, "ada");
  const table = page.getByRole("table", { name: "Events" });
  const cell = (text: string) => table.getByRole("cell", { name: text, exact: true }).first();
  await cell("ada · Seen at once").waitFor();
  await cell("Seen at once").waitFor();
});

// Runs in the page: scrolls a table from the top to the bottom, one step per frame.
const SCROLL = `(async () => {
  const box = document.querySelector('[role=region][aria-label="Entries"]');
  let maxRows = 0;
  do {
    box.scrollTop += 600;
    await new Promise(requestAnimationFrame);
    maxRows = Math.max(maxRows, box.querySelectorAll("[role=row]").length);
  } while (box.scrollTop + box.clientHeight < box.scrollHeight - 1);
  return maxRows;
})()`;

test("moves a leaderboard of thousands live, finds gamers on it, and scrolls the entries", async ({
  game: { api, open },
}) => {
  const path = await published(api, { name: "The great race", scoring: {} });
  const handles = namesFrom(1, ENTRIES);
  await manyJoined(services(), api, path, handles);
  const scores = handles.map((gamer, index) => ({ gamer, score: ENTRIES - index }));
  for (let first = 0; first < ENTRIES; first += SCORES_PER_REQUEST)
    await api.post(`${path}/scores`, { scores: scores.slice(first, first + SCORES_PER_REQUEST) });
  const page = await open(`tournaments/${idOf(path)}`);
  await page.getByText(`${format(ENTRIES)} of ${format(ENTRIES)} entries listed`).waitFor();
  const table = page.getByRole("table", { name: "Leaderboard" });
  const first = table.locator('[aria-rowindex="2"]');
  await first.getByText("racer-1", { exact: true }).waitFor();
  const isSame = await markPage(page);
  await api.post(`${path}/score`, { gamer: "racer-1500", score: 2 * ENTRIES });
  await first.getByText("racer-1500").waitFor();
  await table.locator('[aria-rowindex="3"]').getByText("racer-1", { exact: true }).waitFor();
  expect(await isSame()).toBe(true);
  expect(await table.getByRole("row").count()).toBeLessThan(MAX_ROWS);

  await page.getByRole("searchbox", { name: "Find a gamer" }).fill("racer-2222");
  const found = table.locator("[data-marked]");
  await found.waitFor();
  expect((await found.innerText()).split(/\s+/).slice(0, 2)).toEqual(["2,222", "racer-2222"]);
  await api.post(`${path}/score`, { gamer: "racer-2222", score: 3 * ENTRIES });
  await found.getByText(format(3 * ENTRIES)).waitFor();
  expect(await first.innerText()).toMatch(/^1\s+racer-2222/);

  await openTab(page, "Entries");
  await page.getByText(`${format(ENTRIES)} entries`).waitFor();
  expect(await page.evaluate(SCROLL)).toBeLessThan(MAX_ROWS);
  const entries = page.getByRole("table", { name: "Entries" });
  expect(await entries.locator(`[aria-rowindex="${ENTRIES + 1}"]`).innerText()).toMatch(/racer-\d/);
});

const TABS = sample(["settlement", "money", "entries"], TAKES_ALL ? 3 : 1);

test.for(TABS)(
  "shows on the %s tab what a tournament paid that ends meanwhile",
  async (tab, { game: { api, open } }) => {
    const path = await published(api, { name: "Watched", entryFee: 2.5 });
    await joined(api, path, "ada", "grace");
    // A preview that is under way when the tournament ends is refused with 409.
    const page = await open(`tournaments/${idOf(path)}?tab=${tab}`, { expects: /409.*preview/ });
    await page.getByText("$5.00").first().waitFor();
    const ranks = ["grace", "ada"].map((gamer, index) => ({ gamer, rank: index + 1 }));
    await api.patch(`${path}/complete`, { ranks });
    await settled(api, path);
    await page.getByText("paid out").waitFor();
    await page.getByRole("tabpanel").getByText("grace").first().waitFor();
    const text = await page.getByRole("main").innerText();
    expect(text).toContain("$5.00");
    expect(text).not.toMatch(/No settlement|Settlement is automatic|Waiting/);
  },
);
