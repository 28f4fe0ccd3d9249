import { newId } from "@tms/kit/values/ids";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import type { Api } from "../harness/api.ts";
import { audit } from "../harness/audit.ts";
import type { PayoutBody, PreviewBody } from "../harness/bodies.ts";
import { joined } from "../harness/gamers.ts";
import { published, reaches, settled } from "../harness/tournament.ts";
import { newEnvironments, newGame } from "./game.ts";

const HOUR_S = 3_600;

/** Reports scores, all of which must count. */
async function scored(api: Api, path: string, scores: Record<string, number>): Promise<void> {
  const body = { scores: Object.entries(scores).map(([gamer, score]) => ({ gamer, score })) };
  const headers = { "idempotency-key": newId() };
  const { results } = (await api.post(`${path}/scores`, body, { headers })).body;
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 201));
}

/** What a tournament would pay if it ended now, page by page. */
async function previewed(api: Api, path: string, limit = 2): Promise<PreviewBody> {
  const payouts: PayoutBody[] = [];
  for (let cursor = ""; ;) {
    const answer = await api.get(`${path}/settlement/preview?limit=${limit}${cursor}`);
    expect(answer.status).toBe(200);
    const page = answer.body as unknown as PreviewBody;
    payouts.push(...page.payouts);
    if (page.nextCursor === null) return { ...page, payouts };
    cursor = `&cursor=${page.nextCursor}`;
  }
}

const toldOf = (payouts: readonly PayoutBody[]) =>
  payouts.map((payout) => ({ ...payout, paidAt: null }));
const inShort = (payouts: readonly PayoutBody[]) =>
  payouts.map(({ gamerHandle, rank, amount }) => [gamerHandle, rank, amount]);

/** Ends a tournament; what was previewed last must be what is paid. Returns the payouts in short. */
async function ended(api: Api, path: string, ranks?: Record<string, number>) {
  const seen = await previewed(api, path);
  const given = Object.entries(ranks ?? {}).map(([gamer, rank]) => ({ gamer, rank }));
  const { status } = await api.patch(`${path}/complete`, ranks && { ranks: given });
  expect(status).toBe(200);
  const { payouts, kind } = await settled(api, path);
  if (ranks === undefined) {
    expect(seen.kind).toBe(kind);
    expect(toldOf(seen.payouts)).toEqual(toldOf(payouts));
  }
  await reaches(api, path, kind === "refund" ? "cancelled" : "completed");
  return { kind, paid: inShort(payouts) };
}

/** Ranks by handle, as the entries have them in the end. */
async function ranksOf(api: Api, path: string): Promise<Record<string, number | null>> {
  const { entries } = (await api.get(`${path}/entries`)).body;
  return Object.fromEntries(entries.map(({ gamerHandle, rank }) => [gamerHandle, rank]));
}

/** The lines of a leaderboard. */
async function leaderboardOf(api: Api, path: string) {
  const { body } = await api.get(`${path}/leaderboard`);
  return (body as unknown as { standings: { gamerHandle: string; rank: number }[] }).standings;
}

const names = ["ada", "bob", "cyd", "dot", "eve", "fay"];

test("the last preview is the plan, and the last leaderboard the ranks it pays", async () => {
  const api = await newGame({ platformFeeBps: 1_000 });
  const moves = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ who: fc.nat(5), score: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.record({ who: fc.nat(5), out: fc.constant(true) }) },
    ),
    { maxLength: 12 },
  );
  const terms = fc.record({
    scoring: fc.option(
      fc.record({
        operator: fc.constantFrom("best", "last"),
        direction: fc.constantFrom("higher", "lower"),
        ties: fc.constantFrom("shared", "earliest"),
        noScore: fc.constantFrom("in", "out"),
      }),
      { nil: undefined },
    ),
    entryFee: fc.constantFrom(0, 0.01, 5),
    prizeSplit: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
    minEntries: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(terms, fc.nat(6), moves, async (given, count, history) => {
      const path = await published(api, given);
      const inIt = new Set(names.slice(0, count));
      await joined(api, path, ...inIt);
      for (const move of history) {
        const gamer = names[move.who] ?? "";
        if (!inIt.has(gamer)) continue;
        if ("out" in move) {
          inIt.delete(gamer);
          await api.patch(`${path}/eliminate`, { gamer });
        } else if (given.scoring) await scored(api, path, { [gamer]: move.score });
      }
      const board = given.scoring ? await leaderboardOf(api, path) : [];
      const { kind, paid } = await ended(api, path);
      const ranks = await ranksOf(api, path);
      if (kind === "refund") return;
      for (const { gamerHandle, rank } of board)
        expect([gamerHandle, ranks[gamerHandle]]).toEqual([gamerHandle, rank]);
      for (const [handle, rank] of paid) expect(ranks[String(handle)]).toBe(rank);
    }),
    { numRuns: 12 },
  );
  await audit(inject("adminUrl"));
});

test("scores that tie across the last prize share what is left of the prizes", async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 10, prizeSplit: [50, 30, 20], scoring: {} });
  await joined(api, path, ...names.slice(0, 5));
  await scored(api, path, { ada: 4, bob: 9, cyd: 4, dot: 4, eve: 1 });
  expect((await ended(api, path)).paid).toEqual([
    ["bob", 1, 25],
    ["ada", 2, 8.34],
    ["cyd", 2, 8.33],
    ["dot", 2, 8.33],
  ]);
  expect(await ranksOf(api, path)).toMatchObject({ bob: 1, ada: 2, cyd: 2, dot: 2, eve: 5 });
});

test("a board on which all share one place pays all alike", async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 1, prizeSplit: [9, 1], scoring: {} });
  await joined(api, path, "ada", "bob", "cyd");
  await scored(api, path, { ada: 7, bob: 7, cyd: 7 });
  expect((await ended(api, path)).paid).toEqual(
    ["ada", "bob", "cyd"].map((handle) => [handle, 1, 1]),
  );
});

test("where everybody is out the last ones out win, whatever they scored", async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 1, prizeSplit: [2, 1], scoring: {} });
  await joined(api, path, "ada", "bob", "cyd");
  await scored(api, path, { ada: 9, bob: 5 });
  for (const gamer of ["ada", "cyd", "bob"]) await api.patch(`${path}/eliminate`, { gamer });
  expect((await ended(api, path)).paid).toEqual([
    ["bob", 1, 2],
    ["cyd", 2, 1],
  ]);
  expect(await ranksOf(api, path)).toEqual({ bob: 1, cyd: 2, ada: 3 });
});

test("the eliminated win what those who are in leave, where all of these have a score", async () => {
  const api = await newGame();
  const terms = { entryFee: 1, prizeSplit: [3, 2, 1], scoring: { noScore: "in" } };
  const path = await published(api, terms);
  await joined(api, path, "ada", "bob", "cyd", "dot", "eve", "fay");
  await scored(api, path, { ada: 9 });
  for (const gamer of ["bob", "cyd", "dot", "eve", "fay"])
    await api.patch(`${path}/eliminate`, { gamer });
  expect((await ended(api, path)).paid).toEqual([
    ["ada", 1, 3],
    ["fay", 2, 2],
    ["eve", 3, 1],
  ]);
});

test("whom the game places at an early end is ahead of all scores, and paid without one", async () => {
  const api = await newGame();
  const scores = await published(api, { entryFee: 1, prizeSplit: [2, 1], scoring: {} });
  await joined(api, scores, "ada", "bob", "cyd");
  await scored(api, scores, { ada: 9, bob: 5 });
  expect((await ended(api, scores, { cyd: 1 })).paid).toEqual([
    ["cyd", 1, 2],
    ["ada", 2, 1],
  ]);
  const none = await published(api, { entryFee: 1, prizeSplit: [2, 1], scoring: {} });
  await joined(api, none, "ada", "bob", "cyd");
  expect((await previewed(api, none)).kind).toBe("refund");
  expect(await ended(api, none, { cyd: 1 })).toEqual({ kind: "payout", paid: [["cyd", 1, 3]] });
  expect(await ranksOf(api, none)).toEqual({ cyd: 1, ada: 2, bob: 2 });
});

test("scores that race with an early end count in the ranking, or are refused", async () => {
  const api = await newGame();
  const scoring = { operator: "sum" };
  const path = await published(api, { entryFee: 1, prizeSplit: [3, 2, 1], scoring });
  await joined(api, path, ...names);
  await scored(api, path, Object.fromEntries(names.map((name) => [name, 1])));
  const sent = Array.from({ length: 60 }, (_, index) => {
    const gamer = names[index % names.length] ?? "";
    const score = 1 + (index % 4);
    const answer = api.post(`${path}/score`, { gamer, score, attempt: `a${index}` });
    return { gamer, score, answer };
  });
  const reading = previewed(api, path, 10).catch(() => undefined);
  await sent[0]?.answer;
  const { status } = await api.patch(`${path}/complete`);
  expect(status).toBe(200);
  const totals = new Map(names.map((name) => [name, 1]));
  for (const { gamer, score, answer } of sent) {
    const told = await answer;
    if (told.status === 201) totals.set(gamer, (totals.get(gamer) ?? 0) + score);
    else expect([told.status, told.body.code]).toEqual([409, "tournament_not_published"]);
  }
  await reading;
  const { payouts } = await settled(api, path);
  const rankOf = (name: string) =>
    1 + names.filter((other) => (totals.get(other) ?? 0) > (totals.get(name) ?? 0)).length;
  expect(await ranksOf(api, path)).toEqual(
    Object.fromEntries(names.map((name) => [name, rankOf(name)])),
  );
  for (const { gamerHandle, rank } of payouts) expect(rank).toBe(rankOf(gamerHandle));
  expect(payouts.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(6, 9);
});

test("a clock that is advanced beyond the end ends by the scores there were", async () => {
  const { testing: api } = await newEnvironments();
  const terms = { entryFee: 2, prizeSplit: [3, 1], scoring: { direction: "lower" } };
  const path = await published(api, terms);
  await joined(api, path, "ada", "bob", "cyd");
  await scored(api, path, { ada: 61_200, bob: 58_900 });
  await api.patch("/clock/advance", { bySeconds: HOUR_S / 2 });
  await scored(api, path, { cyd: 60_000 });
  const seen = await previewed(api, path);
  expect(Math.round((Date.parse(seen.asOf) - Date.now()) / 1_000 / 60)).toBe(30);
  await api.patch("/clock/advance", { bySeconds: HOUR_S });
  const late = await api.post(`${path}/score`, { gamer: "ada", score: 1 });
  expect([late.status, late.body.code]).toEqual([409, "tournament_ended"]);
  const over = await api.get(`${path}/settlement/preview`);
  expect([over.status, over.body.code]).toEqual([409, "tournament_not_published"]);
  const { payouts } = await settled(api, path);
  expect(toldOf(payouts)).toEqual(toldOf(seen.payouts));
  expect(inShort(payouts)).toEqual([
    ["bob", 1, 4.5],
    ["cyd", 2, 1.5],
  ]);
});
