import { DomainError } from "@tms/kit/errors/domain-error";
import { newId } from "@tms/kit/values/ids";
import type { Api } from "../harness/api.ts";
import { joined } from "../harness/gamers.ts";
import { idOf, published, reaches, settled } from "../harness/tournament.ts";
import { describe, expect, test } from "../world/test.ts";
import type { World } from "../world/world.ts";

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
});

test("returns a result for each of many scores, and counts each once", async ({ api }) => {
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

  test("compares friends anew with each request", async ({ api }) => {
    const path = await entered(api, {}, "ada", "bob", "cyd");
    const headers = { "idempotency-key": "friends" };
    const ask = (...gamers: string[]) => api.post(`${path}/leaderboard`, { gamers }, { headers });
    await report(api, path, { gamer: "bob", score: 9 });
    const unscored = { gamerHandle: "cyd", rank: null, score: null, attempts: 0, state: "in" };
    expect((await ask("cyd", "bob", "eve")).body).toMatchObject({
      standings: [{ gamerHandle: "bob", rank: 1, score: 9 }, unscored],
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

test("pays by scores, and pays nothing without a score", async ({ api }) => {
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

const attempts = (prefix: string, count: number, gamer = "ada") =>
  Array.from({ length: count }, (_, n) => ({ gamer, score: n, attempt: `${prefix}-${n}` }));

/** Returns the names of a tournament's attempts in the order in which they were recorded. */
async function listAttempts({ admin }: World, path: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    "SELECT name FROM entry.attempt WHERE tournament_id = $1 ORDER BY sequence",
    [idOf(path)],
  );
  return rows.map(({ name }) => name);
}

const scoreOf = async (api: Api, path: string, gamer = "ada") =>
  (await api.get(`${path}/entry/${gamer}`)).body;

test("keeps the scores of a request together beside seven others", async ({ api, live }) => {
  const path = await entered(api, { operator: "last" }, "ada", "bob");
  const writers = Array.from({ length: 8 }, (_, n) =>
    attempts(`w${n}`, 150 + n, n % 2 === 0 ? "ada" : "bob"),
  );
  const answers = await Promise.all(
    writers.map((scores) => api.post(`${path}/scores`, { scores })),
  );
  expect(answers.map(({ status }) => status)).toEqual(writers.map(() => 200));
  const names = await listAttempts(live, path);
  expect(names).toHaveLength(writers.flat().length);
  for (const scores of writers) {
    const first = names.indexOf(scores[0]?.attempt ?? "");
    expect(names.slice(first, first + scores.length)).toEqual(scores.map((one) => one.attempt));
  }
  const last = (even: number) => names.findLast((name) => Number(name[1]) % 2 === even) ?? "";
  for (const [gamer, name] of [["ada", last(0)] as const, ["bob", last(1)] as const])
    expect(await scoreOf(api, path, gamer)).toMatchObject({
      standing: { score: Number(name.split("-")[1]) },
    });
});

test("refuses a whole request when the entry service is too busy", async ({ api, live }) => {
  const path = await entered(api, {}, "ada", "bob");
  using _busy = live.fail("BatchSubmitScore", {
    error: new DomainError("OVERLOADED", "Too many calls are waiting."),
  });
  const { status, body } = await api.post(`${path}/scores`, { scores: attempts("a", 3) });
  expect([status, body.code]).toEqual([503, "overloaded"]);
});

test.for([
  ["9007199254740991", 201],
  ["-9007199254740991.0", 201],
  ["1e3", 201],
  ["9007199254740991.0000001", 400],
  ["9007199254740993", 400],
  ["4.0000000000000000001", 400],
  ["1.00000000000000000001e3", 400],
] as const)("reads the score %s and answers %i", async ([score, status], { api }) => {
  const path = await entered(api, {}, "ada", "bob");
  const answer = await api.post(`${path}/score`, undefined, {
    raw: `{"gamer": "ada", "score": ${score}}`,
  });
  expect(answer.status).toBe(status);
  if (status === 400) expect(answer.body.errors[0]?.pointer).toBe("/score");
});
