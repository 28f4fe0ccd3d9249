import { createTms, isTmsError, type Tms } from "@tms/sdk";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { Api } from "../harness/api.ts";
import { gameIn } from "../harness/game.ts";
import { joined } from "../harness/gamers.ts";
import { idOf, published } from "../harness/tournament.ts";
import { openCuttingRelay, type CuttingRelay } from "./cutting-relay.ts";

const baseUrl = inject("baseUrl");
const GAMERS = ["ada", "bob", "cyd", "dot", "eve"];
let relay: CuttingRelay;
let api: Api;
let tms: Tms;
let id: string;
beforeAll(async () => {
  relay = await openCuttingRelay(baseUrl);
  api = await gameIn({ gatewayUrl: baseUrl, urls: inject("urls"), token: inject("tokens").test });
  tms = createTms({ baseUrl: relay.url, apiKey: api.apiKey, gameId: api.gameId });
});
afterAll(() => relay?.close());
beforeEach(async () => {
  const path = await published(api, { scoring: { operator: "sum" } });
  await joined(api, path, ...GAMERS);
  id = idOf(path);
});

test("an attempt whose answers are lost on the way counts once", async () => {
  relay.lose("cut", "half");
  const { score } = await tms.scores.submit(id, { gamer: "ada", score: 5 }, { rank: true });
  expect(score.standing).toMatchObject({ score: 5, attempts: 1, rank: 1 });
  relay.lose("half");
  const many = [
    { gamer: "ada", score: 2 },
    { gamer: "zoe", score: 9 },
  ];
  const { results } = await tms.scores.submitMany(id, many, { rank: true });
  expect(results).toMatchObject([
    { status: 201, score: { standing: { score: 7, attempts: 2, rank: 1 } } },
    { status: 404, problem: { code: "gamer_not_found" } },
  ]);
});

test("a leaderboard is read as a list, by the page in both directions, around a gamer and of friends", async () => {
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

test("an entry is read with its standing", async () => {
  await tms.scores.submit(id, { gamer: "ada", score: 3 });
  const { entry, standing } = await tms.entries.get(id, "ada");
  expect(entry).toMatchObject({ gamerHandle: "ada", eliminated: false });
  expect(standing).toMatchObject({ score: 3, attempts: 1, rank: 1 });
  const error: unknown = await tms.entries.get(id, "zoe").catch((refusal: unknown) => refusal);
  expect(isTmsError(error, "gamer_not_found")).toBe(true);
});

test("attempts that wait are listed page after page, and a review whose answers are lost decides once", async () => {
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

test("the disqualified are out of the ranking until they are reinstated, once though the answers are lost", async () => {
  await tms.scores.submitMany(id, [
    { gamer: "ada", score: 2 },
    { gamer: "bob", score: 1 },
  ]);
  const ranks = async () => {
    const { standings } = await tms.leaderboard.of(id, ["ada", "bob"]);
    return standings.map(({ gamerHandle, rank, state }) => [gamerHandle, rank, state]);
  };
  relay.lose("cut", "half");
  const out = await tms.entries.disqualify(id, "ada", "Speed hack, case 77");
  expect(out.entries).toMatchObject([{ gamerHandle: "ada", state: "disqualified", rank: null }]);
  expect(await ranks()).toEqual([
    ["bob", 1, "in"],
    ["ada", null, "disqualified"],
  ]);
  const again: unknown = await tms.entries
    .disqualify(id, ["bob", "ada"], "Case 77")
    .catch((refusal: unknown) => refusal);
  expect(isTmsError(again, "gamer_disqualified")).toBe(true);
  relay.lose("half", "cut");
  const back = await tms.entries.reinstate(id, ["ada"], "Case 77 was a false alarm");
  expect(back.entries).toMatchObject([{ gamerHandle: "ada", state: "in" }]);
  expect(await ranks()).toEqual([
    ["ada", 1, "in"],
    ["bob", 2, "in"],
  ]);
});
