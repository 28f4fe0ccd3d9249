import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { newId } from "@tms/kit/values/ids";
import { createTms, isTmsError, TmsConnectionError } from "@tms/sdk";
import { until } from "@tms/stack/until";
import type { Api } from "../harness/api.ts";
import { joined } from "../harness/gamers.ts";
import { testEnvironmentOf } from "../harness/game.ts";
import { created, idOf, published } from "../harness/tournament.ts";
import { expect, sdkTest as test } from "./sdk.ts";

test("a call whose answers are lost on the way does its work once", async ({ tms, api, relay }) => {
  relay.lose("cut", "half", "cut");
  const { transaction, requestId } = await tms.wallets.deposit("ada", 5);
  expect((await tms.wallets.get("ada")).wallet.balance).toBe(5);
  const { transactions } = await tms.wallets.transactions("ada").page();
  expect(transactions.map(({ id }) => id)).toEqual([transaction.id]);
  expect(requestId).toMatch(/^[0-9a-f]{32}$/);

  const path = await published(api, { entryFee: 1 });
  relay.lose("cut", "cut");
  const { entry } = await tms.entries.join(idOf(path), "ada");
  const entries = await Array.fromAsync(tms.tournaments.entries(idOf(path)));
  expect(entries.map(({ id }) => id)).toEqual([entry.id]);
  expect((await tms.tournaments.get(idOf(path))).tournament.prizePool).toBe(1);
});

test("a call repeated after a kill deposits once", async ({ baseUrl, tms, api, relay }) => {
  const idempotencyKey = newId();
  const deposit = (url: string) =>
    spawn(
      process.execPath,
      [join(import.meta.dirname, "deposit.ts"), url, api.apiKey, "bob", idempotencyKey],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
  relay.lose("held");
  const killed = deposit(relay.url);
  await relay.held;
  killed.kill("SIGKILL");
  expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);

  const again = deposit(baseUrl);
  const [id, [code]] = await Promise.all([text(again.stdout), once(again, "exit")]);
  expect(code).toBe(0);
  const { transactions } = await tms.wallets.transactions("bob").page();
  expect(transactions.map((transaction) => transaction.id)).toEqual([id.trim()]);
  expect((await tms.wallets.get("bob")).wallet.balance).toBe(5);
});

test("a call without any answer names the key for its repetition", async ({ tms, api, relay }) => {
  const impatient = createTms({ baseUrl: relay.url, apiKey: api.apiKey, retries: 1 });
  relay.lose("cut", "cut");
  const lost: unknown = await impatient.wallets.deposit("cyd", 5).catch((error: unknown) => error);
  if (!(lost instanceof TmsConnectionError)) throw new Error("it was answered", { cause: lost });
  // It had arrived all the same.
  expect((await tms.wallets.get("cyd")).wallet.balance).toBe(5);
  await tms.wallets.deposit("cyd", 5, { idempotencyKey: lost.idempotencyKey ?? "" });
  expect((await tms.wallets.get("cyd")).wallet.balance).toBe(5);
});

test("an attempt that is not answered in time is given up", async ({ api, relay }) => {
  relay.lose("held");
  const impatient = createTms({ baseUrl: relay.url, apiKey: api.apiKey, timeoutMs: 2_000 });
  expect((await impatient.account.get()).account.game).toBe(api.gameId);
});

test("every operation does what the API does", async ({ tms, api }) => {
  const startTime = new Date(Date.now() + 60_000).toISOString();
  const other = idOf(await created(api, { name: "First", startTime }));
  const updated = await tms.tournaments.update(other, { name: "Second" });
  expect(updated.tournament.name).toBe("Second");
  expect((await tms.tournaments.cancel(other)).tournament.status).toBe("cancelled");

  const id = idOf(await created(api));
  await tms.tournaments.publish(id);
  await tms.tournaments.setMetadata(id, { season: 3 });
  const { gamer } = await tms.gamers.create("dan");
  const named = await tms.gamers.update("dan", { displayName: "Dan" });
  expect(named.gamer.displayName).toBe("Dan");
  expect((await tms.gamers.get("dan")).gamer.id).toBe(gamer.id);
  await tms.entries.join(id, "dan");
  await tms.entries.join(id, { gamer: "eve", metadata: { seed: 2 } });
  const { results } = await tms.entries.joinMany(id, ["dan", { gamer: "fay" }]);
  expect(results.map(({ status }) => status)).toEqual([409, 201]);
  const out = await tms.entries.eliminate(id, ["eve", "fay"]);
  expect(out.entries.map(({ rank }) => rank)).toEqual([2, 2]);
  expect((await tms.tournaments.timeline(id, { buckets: 5 })).timeline).not.toEqual([]);
  const ifItEnded = await tms.tournaments.preview(id).page();
  expect(ifItEnded).toMatchObject({ kind: "payout", entries: 3, payouts: [] });
  await tms.tournaments.complete(id, { ranks: [{ gamer: "dan", rank: 1 }] });

  const handles: string[] = [];
  for await (const { handle } of tms.gamers.list({ limit: 2 })) handles.push(handle);
  expect(handles).toEqual(expect.arrayContaining(["dan", "eve", "fay"]));
  const entered = await Array.fromAsync(tms.gamers.entries("eve", { limit: 1 }));
  expect(entered.map((entry) => entry.tournament)).toContain(id);
  const cancelled = await Array.fromAsync(tms.tournaments.list({ status: "cancelled" }));
  expect(cancelled.map((tournament) => tournament.id)).toContain(other);
  expect((await tms.tournaments.statement(id).page()).lines).toEqual([]);
  const { transactions } = await tms.account.transactions({ limit: 1 }).page();
  expect(transactions.length).toBeLessThanOrEqual(1);
  await expect(tms.gamers.get("nobody")).rejects.toMatchObject({ code: "gamer_not_found" });
  const seen = await until(
    async () => (await Array.fromAsync(tms.requests.list({ problem: "gamer_not_found" })))[0],
    { timeoutMs: 60_000, everyMs: 200, what: "a refusal in the request log" },
  );
  expect(seen.status).toBe(404);
});

const GAMERS = ["ada", "bob", "cyd", "dot", "eve"];

/** Creates a tournament of scores with five gamers; returns its id. */
async function scored(api: Api): Promise<string> {
  const path = await published(api, { scoring: { operator: "sum" } });
  await joined(api, path, ...GAMERS);
  return idOf(path);
}

test("a leaderboard is read as a list, by page both ways, around a gamer and of friends", async ({
  tms,
  api,
}) => {
  const id = await scored(api);
  const scores = GAMERS.slice(0, 4).map((gamer, index) => ({
    gamer,
    score: 100 - index,
    metadata: { map: index },
  }));
  await tms.scores.submitMany(id, scores);
  const listed = await Array.fromAsync(tms.leaderboard.list(id, { limit: 3, metadata: true }));
  expect(listed.map(({ rank, gamerHandle, metadata }) => [rank, gamerHandle, metadata])).toEqual([
    [1, "ada", { map: 0 }],
    [2, "bob", { map: 1 }],
    [3, "cyd", { map: 2 }],
    [4, "dot", { map: 3 }],
  ]);
  const middle = await tms.leaderboard.around(id, "bob", { limit: 1 });
  expect(middle).toMatchObject({ standings: [{ gamerHandle: "bob", rank: 2 }], entries: 5 });
  const { previousCursor, nextCursor } = middle;
  const before = await tms.leaderboard.page(id, { cursor: previousCursor ?? "" });
  expect(before.standings.map(({ gamerHandle }) => gamerHandle)).toEqual(["ada"]);
  const after = await tms.leaderboard.page(id, { cursor: nextCursor ?? "" });
  expect(after.standings.map(({ gamerHandle }) => gamerHandle)).toEqual(["cyd", "dot"]);
  const told = await tms.leaderboard.of(id, ["bob"], { metadata: true });
  expect(told.standings).toMatchObject([{ gamerHandle: "bob", metadata: { map: 1 } }]);
  const friends = await tms.leaderboard.of(id, ["eve", "dot", "zoe"]);
  expect(friends).toMatchObject({
    standings: [
      { gamerHandle: "dot", rank: 4 },
      { gamerHandle: "eve", rank: null },
    ],
    missing: ["zoe"],
  });
});

test("waiting attempts are listed, and a review decides once", async ({ tms, api, relay }) => {
  const id = await scored(api);
  const scores = GAMERS.map((gamer, index) => ({ gamer, score: index, hold: true as const }));
  await tms.scores.submitMany(id, scores);
  const held = await Array.fromAsync(tms.scores.list(id, { state: "held", limit: 2 }));
  expect(held.map(({ score, decisions }) => [score, decisions])).toEqual(
    [4, 3, 2, 1, 0].map((score) => [score, []]),
  );
  const decision = { decision: "accept", reason: "The replay is clean" } as const;
  relay.lose("half", "cut");
  const ids = held.slice(0, 2).map((score) => score.id);
  const reviewed = await tms.scores.review(id, ids, decision);
  expect(reviewed.scores).toMatchObject([
    { gamerHandle: "eve", state: "counted", decisions: [decision] },
    { gamerHandle: "dot", state: "counted", decisions: [decision] },
  ]);
  await tms.scores.review(id, ids[0] ?? "", { decision: "void", reason: "Case 77" });
  const { scores: ofEve } = await tms.scores.list(id, { gamer: "eve" }).page();
  expect(ofEve).toMatchObject([{ state: "void", decisions: [decision, { decision: "void" }] }]);
  const { standings } = await tms.leaderboard.page(id);
  expect(standings.map(({ gamerHandle }) => gamerHandle)).toEqual(["dot"]);
});

test("the disqualified are unranked until reinstated, once", async ({ tms, api, relay }) => {
  const id = await scored(api);
  await tms.scores.submit(id, { gamer: "ada", score: 2 });
  relay.lose("cut", "half");
  const out = await tms.entries.disqualify(id, "ada", "Speed hack, case 77");
  expect(out.entries).toMatchObject([{ gamerHandle: "ada", state: "disqualified", rank: null }]);
  const again = await tms.entries.disqualify(id, ["bob", "ada"], "Case 77").catch((error) => error);
  expect(isTmsError(again, "gamer_disqualified")).toBe(true);
  relay.lose("half", "cut");
  const back = await tms.entries.reinstate(id, ["ada"], "Case 77 was a false alarm");
  expect(back.entries).toMatchObject([{ gamerHandle: "ada", state: "in" }]);
  const { standing } = await tms.entries.get(id, "ada");
  expect(standing).toMatchObject({ score: 2, attempts: 1, rank: 1 });
});

const HOUR_S = 3_600;

test("an advance resolves when all due is paid", async ({ api, live, baseUrl, relay }) => {
  const { apiKey, gameId } = await testEnvironmentOf(
    { gatewayUrl: baseUrl, clients: live.clients },
    api.gameId,
  );
  const tms = createTms({ baseUrl: relay.url, apiKey, gameId });
  const before = (await tms.clock.get()).clock;
  const endTime = new Date(Date.parse(before.now) + HOUR_S * 1_000).toISOString();
  const terms = { name: "Friday", description: "", entryFee: 2, startTime: before.now, endTime };
  const { tournament } = await tms.tournaments.create(terms);
  await tms.tournaments.publish(tournament.id);
  await tms.entries.join(tournament.id, "ada");
  relay.lose("cut", "cut");
  const { clock, requestId } = await tms.clock.advance({ bySeconds: 2 * HOUR_S });
  expect(clock).toMatchObject({ state: "ready", aheadSeconds: 2 * HOUR_S });
  expect(requestId).not.toBe("");
  expect((await tms.tournaments.get(tournament.id)).tournament.status).toBe("completed");
  expect((await tms.wallets.get("ada")).wallet.balance).toBe(2);
});
