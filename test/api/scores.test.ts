import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { Api } from "../harness/api.ts";
import { joined } from "../harness/gamers.ts";
import { idOf, published, reaches, settled } from "../harness/tournament.ts";
import { watchCalls } from "../world/actions.ts";
import { describe, expect, test } from "../world/test.ts";

/** Publishes a tournament of scores which these gamers have joined. */
async function entered(api: Api, scoring: object, ...gamers: string[]): Promise<string> {
  const path = await published(api, { scoring });
  await joined(api, path, ...gamers);
  return path;
}

describe("a score", () => {
  test("is answered with the attempt and its standing, again with 200", async ({ api }) => {
    const path = await entered(api, {}, "ada");
    const body = { gamer: "ada", score: -7, attempt: "match-1", metadata: { map: "Dust" } };
    const first = await api.post(`${path}/score`, body);
    expect(first.status).toBe(201);
    expect(first.body.score).toEqual({
      id: expect.any(String),
      gamer: expect.any(String),
      gamerHandle: "ada",
      entry: expect.any(String),
      attempt: "match-1",
      score: -7,
      tieBreaks: [],
      state: "counted",
      metadata: { map: "Dust" },
      createdAt: expect.any(String),
      standing: {
        score: -7,
        tieBreaks: [],
        attempts: 1,
        attemptsLeft: 9_999,
        reachedAt: expect.any(String),
      },
    });
    const again = await api.post(`${path}/score?rank=true`, { ...body, hold: false });
    expect(again.status).toBe(200);
    expect(again.body.score).toMatchObject({ id: first.body.score.id, standing: { rank: 1 } });
    const other = await api.post(`${path}/score`, { ...body, score: 8 });
    expect([other.status, other.body.code]).toEqual([409, "attempt_reused"]);
    expect((await api.get(`${path}/entry/ada`)).body).toMatchObject({
      entry: { gamerHandle: "ada", eliminated: false, rank: null },
      standing: { score: -7, attempts: 1, attemptsLeft: 9_999, rank: 1 },
    });
    const unknown = await api.get(`${path}/entry/eve`);
    expect([unknown.status, unknown.body.code]).toEqual([404, "gamer_not_found"]);
  });

  test.for([
    ["more than 2 KiB of metadata", { metadata: { text: "x".repeat(2_048) } }, "/metadata"],
    ["a list as metadata", { metadata: [1] }, "/metadata"],
    ["a score that no double holds", { score: 2 ** 53 }, "/score"],
    ["a word as hold", { hold: "no" }, "/hold"],
    ["a space in the attempt", { attempt: "match 1" }, "/attempt"],
  ] as const)("is refused with %s", async ([, change, pointer], { api }) => {
    const path = `/tournament/${newId()}/score`;
    const { status, body } = await api.post(path, { gamer: "ada", score: 1, ...change });
    expect([status, body.code, body.errors[0]?.pointer]).toEqual([
      400,
      "invalid_argument",
      pointer,
    ]);
    if (pointer === "/attempt")
      expect(body.errors[0]?.detail).toBe("must be 1 to 100 visible ASCII characters");
  });

  test("is refused in a tournament without scoring", async ({ api }) => {
    const path = await published(api);
    await joined(api, path, "ada");
    const { status, body } = await api.post(`${path}/score`, { gamer: "ada", score: 1 });
    expect([status, body.code]).toEqual([409, "scores_not_enabled"]);
  });
});

describe("many scores", () => {
  test("have a result each and are counted once", async ({ api }) => {
    const path = await entered(api, { operator: "sum" }, "ada", "bob");
    const scores = [
      { gamer: "ada", score: 5 },
      { gamer: "eve", score: 5 },
      { gamer: "bob", score: 6 },
      { gamer: "bob", score: 1, tieBreaks: [1] },
    ];
    const headers = { "idempotency-key": newId() };
    const send = (items: object[]) =>
      api.post(`${path}/scores?rank=true`, { scores: items }, { headers });
    const first = await send(scores);
    expect(first.status).toBe(200);
    expect(first.body.results).toMatchObject([
      { status: 201, score: { gamerHandle: "ada", standing: { score: 5, rank: 2 } } },
      { status: 404, problem: { status: 404, code: "gamer_not_found" } },
      { status: 201, score: { gamerHandle: "bob", standing: { score: 6, rank: 1 } } },
      { status: 400, problem: { code: "invalid_argument" } },
    ]);
    const again = await send(scores);
    expect(again.body.results.map(({ status }) => status)).toEqual([200, 404, 200, 400]);
    const other = await send(scores.slice(0, 1));
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    expect((await api.get(`${path}/entry/ada`)).body).toMatchObject({ standing: { score: 5 } });
  });

  test("fail together while the service is away, and a repeat makes them", async ({
    api,
    live,
  }) => {
    const path = await entered(api, {}, "ada");
    const headers = { "idempotency-key": newId() };
    const send = () =>
      api.post(`${path}/scores`, { scores: [{ gamer: "ada", score: 5 }] }, { headers });
    {
      using _outage = live.fail("BatchSubmitScore");
      const failed = await send();
      expect([failed.status, failed.body.code]).toEqual([503, "unavailable"]);
    }
    expect((await send()).body.results).toMatchObject([{ status: 201 }]);
  });

  test("travel in few calls, each attempt with an id of its own", async ({ api, live }) => {
    const path = await entered(api, {}, "ada");
    const calls = watchCalls(live, "BatchSubmitScore");
    const scores = Array.from({ length: 600 }, (_, score) => ({ gamer: "ada", score }));
    const { body } = await api.post(`${path}/scores`, { scores });
    expect(body.results.map(({ status }) => status)).toEqual(scores.map(() => 201));
    expect(new Set(body.results.map(({ score }) => score?.id)).size).toBe(600);
    expect(calls().length).toBeLessThanOrEqual(4);
  });
});

describe("a leaderboard", () => {
  const report = (api: Api, path: string, ...scores: object[]) =>
    api.post(`${path}/scores`, { scores });

  test("shows the lines around a gamer, and when it was read", async ({ api }) => {
    const path = await entered(api, {}, "ada", "bob", "cyd");
    await report(api, path, { gamer: "ada", score: 5 }, { gamer: "bob", score: 9 });
    const { status, body } = await api.get(`${path}/leaderboard?around=ada&limit=3`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      standings: [
        { gamerHandle: "bob", rank: 1, score: 9, tieBreaks: [], state: "in" },
        { gamerHandle: "ada", rank: 2, score: 5, attempts: 1 },
      ],
      entries: 3,
      listed: 2,
      asOf: { sequence: expect.any(Number), at: expect.any(String) },
      nextCursor: null,
      previousCursor: null,
    });
    expect(body.standings[0]).not.toHaveProperty("metadata");
  });

  test("shows the metadata of the best attempts on request", async ({ api }) => {
    const path = await entered(api, {}, "ada", "bob");
    const metadata = { car: "blue" };
    await report(api, path, { gamer: "ada", score: 5, metadata }, { gamer: "bob", score: 4 });
    const expected = [{ metadata }, { metadata: null }];
    const all = await api.get(`${path}/leaderboard?metadata=true`);
    expect(all.body.standings).toMatchObject(expected);
    const gamers = { gamers: ["bob", "ada"] };
    const some = await api.post(`${path}/leaderboard?metadata=true`, gamers);
    expect(some.body.standings).toMatchObject(expected);
    const { standings } = (await api.post(`${path}/leaderboard`, gamers)).body;
    expect(standings[0]).not.toHaveProperty("metadata");
  });

  test("compares friends anew with each request", async ({ api }) => {
    const path = await entered(api, {}, "ada", "bob", "cyd");
    const headers = { "idempotency-key": "friends" };
    const ask = (...gamers: string[]) => api.post(`${path}/leaderboard`, { gamers }, { headers });
    await report(api, path, { gamer: "bob", score: 9 });
    const first = await ask("cyd", "bob", "eve");
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      standings: [
        { gamerHandle: "bob", rank: 1, score: 9 },
        { gamerHandle: "cyd", rank: null, score: null, attempts: 0, state: "in" },
      ],
      missing: ["eve"],
      asOf: { sequence: expect.any(Number) },
    });
    await report(api, path, { gamer: "cyd", score: 10 });
    const second = await ask("bob", "cyd");
    expect(second.body.standings).toMatchObject([
      { gamerHandle: "cyd", rank: 1 },
      { gamerHandle: "bob", rank: 2 },
    ]);
    expect(second.headers.get("idempotency-replayed")).toBe(null);
  });

  test.for([
    ["no gamer", []],
    ["101 gamers", Array.from({ length: 101 }, (_, index) => `g${index}`)],
    ["one gamer in two spellings", ["\u00e9", "e\u0301"]],
  ] as const)("refuses to compare %s", async ([, gamers], { api }) => {
    const path = await entered(api, {}, "ada");
    const { status, body } = await api.post(`${path}/leaderboard`, { gamers });
    expect([status, body.errors[0]?.pointer]).toEqual([400, "/gamers"]);
  });
});

describe("a review", () => {
  const REVIEW = { decision: "accept", reason: "The replay is clean" };

  test("decides on held attempts, and is shown in lists and events", async ({ api }) => {
    const path = await entered(api, { reviewFrom: 100 }, "ada", "bob");
    const scores = [
      { gamer: "ada", score: 7, attempt: "one" },
      { gamer: "bob", score: 500, attempt: "one", metadata: { map: "dust" } },
    ];
    const sent = await api.post(`${path}/scores`, { scores });
    const [ada, bob] = sent.body.results.map(({ score }) => score);
    expect(bob).toMatchObject({ state: "held", standing: { score: null } });
    const held = await api.get(`${path}/scores?state=held&gamer=bob&limit=1`);
    expect(held.body.scores.map(({ id }) => id)).toEqual([bob?.id]);

    const review = { scores: [bob?.id.toUpperCase()], ...REVIEW };
    const { status, body } = await api.patch(`${path}/review`, review);
    expect([status, body.message]).toEqual([200, "Scores reviewed successfully"]);
    const { standing: _, ...attempt } = bob ?? {};
    const decision = {
      ...REVIEW,
      actor: { type: "api_key", id: expect.any(String) },
      decidedAt: expect.any(String),
    };
    expect(body.scores).toEqual([
      { tournament: idOf(path), ...attempt, state: "counted", decisions: [decision] },
    ]);
    const counted = await api.get(`${path}/scores?state=counted&gamer=bob`);
    expect(counted.body).toEqual({ scores: body.scores, nextCursor: null });

    const told = async () => (await api.get("/event?types=score.*,entry.*")).body.events;
    await expect.poll(async () => (await told()).at(-1)?.type).toBe("score.reviewed");
    const events = await told();
    const [reviewed] = body.scores;
    const last = { actor: reviewed?.decisions[0]?.actor, data: { score: reviewed } };
    expect(events.at(-1)).toMatchObject(last);
    expect(events.find(({ type }) => type === "score.held")?.data).toEqual({
      score: { tournament: idOf(path), ...bob },
    });
    const recorded = events.filter(({ type }) => type === "score.recorded").slice(0, 2);
    const gamers = recorded.flatMap(({ data }) => (data["scores"] as { gamers: object[] }).gamers);
    expect(gamers.slice(0, 2)).toEqual(
      [ada, bob].map((score) => ({
        gamer: score?.gamer,
        gamerHandle: score?.gamerHandle,
        entry: score?.entry,
        standing: score?.standing,
      })),
    );
    expect(recorded[0]?.requestId).toBe(sent.headers.get("x-request-id"));
    const types = events.map(({ type }) => type);
    expect(types.lastIndexOf("entry.joined")).toBeLessThan(types.indexOf("score.recorded"));
  });

  test("of an unknown score is refused, and names it", async ({ api }) => {
    const path = await entered(api, {}, "ada");
    const { status, body } = await api.patch(`${path}/review`, { scores: [newId()], ...REVIEW });
    expect([status, body.code]).toEqual([404, "score_not_found"]);
    expect(body.errors[0]?.pointer).toBe("/scores/0");
  });

  test.for([
    ["no score", { scores: [] }, "/scores"],
    ["a score twice", { scores: Array(2).fill(newId()) }, "/scores"],
    ["a text as score", { scores: ["match-1"] }, "/scores/0"],
    ["1,001 scores", { scores: Array.from({ length: 1_001 }, newId) }, "/scores"],
    ["an unknown decision", { decision: "forget" }, "/decision"],
    ["no reason", { reason: "" }, "/reason"],
  ] as const)("of %s is refused", async ([, change, pointer], { api }) => {
    const body = { scores: [newId()], ...REVIEW, ...change };
    const answer = await api.patch(`/tournament/${newId()}/review`, body);
    expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([400, pointer]);
  });
});

describe("a tournament of scores", () => {
  test("pays by scores, and nothing without one", async ({ api }) => {
    const scoring = { operator: "sum", tieBreaks: ["lower"] };
    const path = await published(api, { entryFee: 10, prizeSplit: [50, 30, 20], scoring });
    await joined(api, path, "ada", "bob", "cyd", "dot");
    const scores = [
      { gamer: "ada", score: 10, tieBreaks: [3], attempt: "one" },
      { gamer: "bob", score: 5, tieBreaks: [1], attempt: "one" },
      { gamer: "bob", score: 5, tieBreaks: [1], attempt: "two" },
    ];
    await api.post(`${path}/scores`, { scores });
    const again = await api.post(`${path}/scores?rank=true`, { scores });
    expect(again.body.results.map(({ status, score }) => [status, score?.standing.rank])).toEqual([
      [200, 2],
      [200, null],
      [200, 1],
    ]);
    await api.patch(`${path}/complete`);
    const { winner } = await reaches(api, path, "completed");
    const { entries } = (await api.get(`${path}/entries`)).body;
    expect(entries.map(({ gamerHandle, rank }) => [gamerHandle, rank])).toEqual([
      ["bob", 1],
      ["ada", 2],
      ["cyd", 3],
      ["dot", 3],
    ]);
    expect(winner).toBe(entries[0]?.gamer);
    const { payouts } = await settled(api, path);
    expect(payouts.map(({ gamerHandle, rank }) => [gamerHandle, rank])).toEqual([
      ["bob", 1],
      ["ada", 2],
    ]);
    expect(payouts.reduce((sum, { amount }) => sum + amount, 0)).toBe(40);
    const late = await api.post(`${path}/score`, { gamer: "ada", score: 1, attempt: "three" });
    expect([late.status, late.body.code]).toEqual([409, "tournament_not_published"]);
  });

  test("refunds everybody if no gamer has a score", async ({ newApi }) => {
    const api = await newApi({ payer: Payer.WALLET });
    for (const gamer of ["ada", "bob"]) await api.post(`/wallet/${gamer}/deposit`, { amount: 5 });
    const path = await published(api, { entryFee: 5, scoring: {} });
    await joined(api, path, "ada", "bob");
    await api.patch(`${path}/complete`);
    await reaches(api, path, "cancelled");
    expect(await settled(api, path)).toMatchObject({ kind: "refund", state: "done" });
    expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(5);
  });
});
