import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiOf, type Api } from "../harness/api.ts";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { manyJoined } from "../harness/gamers.ts";
import { TRUSTING } from "../harness/people.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { idOf, published } from "../harness/tournament.ts";
import { signIn } from "./walk/account.ts";
import { emptyGame, newCaller, type Caller } from "./walk/filled-game.ts";
import { visitor } from "./walk/visitor.ts";

const JOINS = 1_000;
const BATCH = 50;

let browser: Browser;
let system: TestSystem;
let owner: Caller;
let api: Api;
let gameId: string;
beforeAll(async () => {
  if (!hasChromium) return;
  system = await startTestSystem({ env: { ...TRUSTING, ADDRESS_RATE_LIMIT_PER_MINUTE: "100000" } });
  owner = await newCaller(undefined, system.gatewayUrl);
  const game = await emptyGame(owner, "Followed");
  gameId = game.id;
  const environment = game.environments.test.id;
  const { secret } = await owner.ask("POST", "/key/create", { name: "Match server" }, environment);
  api = apiOf(system.gatewayUrl, { gameId: environment, apiKey: secret ?? "" });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

const join = (path: string, from: number, count: number) =>
  manyJoined(
    system,
    api,
    path,
    Array.from({ length: count }, (_, index) => `racer-${from + index}`),
  );

/** How often the page reads a tournament from now on, and since when. */
function countReads(page: Page, tournamentId: string) {
  const since = performance.now();
  let count = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === `/tournament/${tournamentId}`) count += 1;
  });
  return { count: () => count, seconds: () => (performance.now() - since) / 1_000 };
}

test.skipIf(!hasChromium)(
  "a tournament's page follows a thousand joins, says when it is cut off, and is exact again after",
  async () => {
    const path = await published(api, { name: "The rush", entryFee: 2.5 });
    const { page, context } = await visitor(browser, { baseUrl: system.gatewayUrl });
    await page.goto(`/dashboard/g/${gameId}/test/tournaments/${idOf(path)}`);
    await signIn(page, owner.person.email);
    await page.getByText("Nobody joined yet").waitFor();
    await page.getByText("Up to date").waitFor();
    const reads = countReads(page, idOf(path));
    for (let from = 0; from < JOINS; from += BATCH) await join(path, from, BATCH);
    await page.getByText("1,000 entries").waitFor();
    await page.getByText("$2,500.00").first().waitFor();
    // The page reads at most once per second.
    expect(reads.count()).toBeLessThanOrEqual(reads.seconds() + 2);
    expect(await page.getByText("Reconnecting").count()).toBe(0);

    system.processes.get("gateway")?.kill("SIGKILL");
    await page.getByText("Reconnecting").waitFor();
    await join(path, JOINS, 10);
    await system.restart("gateway");
    await page.getByText("1,010 entries").waitFor();
    await page.getByText("$2,525.00").first().waitFor();
    await page.getByText("Up to date").waitFor();
    await context.close();
  },
);

test.skipIf(!hasChromium)("the page of events shows what happens as it happens", async () => {
  const { page, context, faults } = await visitor(browser, { baseUrl: system.gatewayUrl });
  await page.goto(`/dashboard/g/${gameId}/test/events`);
  await signIn(page, owner.person.email);
  await page.getByText("Up to date").waitFor();
  const path = await published(api, { name: "Seen at once" });
  await join(path, 0, 1);
  const table = page.getByRole("table", { name: "Events" });
  const shown = (text: string) => table.getByRole("cell", { name: text, exact: true }).first();
  await shown("racer-0 · Seen at once").waitFor();
  await shown("Seen at once").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
