import { DomainError } from "@tms/kit/errors/domain-error";
import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.fakes.before = () => undefined;
});

const SCORING = { operator: "sum", counted: 3, tieBreaks: ["lower"], reviewFrom: 1_000 };

async function created(change: object = {}) {
  const body = newTournament(gateway.game, change);
  return await gateway.send("POST", "/tournament/create", body);
}

/** The path of a tournament in which these gamers are. */
async function entered(...gamers: string[]): Promise<string> {
  const path = `/tournament/${(await created()).body.tournament.id}`;
  for (const gamer of gamers) await gateway.send("POST", `${path}/join`, { gamer });
  return path;
}

describe("scoring", () => {
  test("is shown as it was set, with what was left out, and replaced as a whole", async () => {
    const { status, body } = await created({ scoring: SCORING });
    expect(status).toBe(201);
    expect(body.tournament.scoring).toEqual({
      ...SCORING,
      direction: "higher",
      ties: "shared",
      attempts: 10_000,
      min: null,
      max: null,
      noScore: "out",
    });
    const path = `/tournament/${body.tournament.id}`;
    const changed = await gateway.send("PATCH", `${path}/update`, { scoring: { max: -5 } });
    expect(changed.body.tournament.scoring).toMatchObject({ operator: "best", max: -5 });
    expect(changed.body.tournament.scoring).toMatchObject({ counted: null, tieBreaks: [] });
  });

  test("is read, changed and sent back as it is", async () => {
    const { tournament } = (await created({ scoring: { direction: "lower", max: 9 } })).body;
    const scoring = { ...tournament.scoring, attempts: 5 };
    const path = `/tournament/${tournament.id}/update`;
    const { status, body } = await gateway.send("PATCH", path, { scoring });
    expect([status, body.tournament.scoring]).toEqual([200, scoring]);
    expect(scoring).toMatchObject({ counted: null, direction: "lower", max: 9 });
  });

  test("is not told of by tournaments that have none", async () => {
    expect((await created()).body.tournament).not.toHaveProperty("scoring");
  });

  test.for([
    ["an unknown operator", { operator: "mean" }, "/scoring/operator"],
    ["a number that is no integer", { min: 0.5 }, "/scoring/min"],
    ["four tie-breaks", { tieBreaks: Array(4).fill("higher") }, "/scoring/tieBreaks"],
    ["an unknown field", { best: 1 }, "/scoring/best"],
  ] as const)("with %s is refused", async ([, scoring, pointer]) => {
    const { status, body } = await created({ scoring });
    expect([status, body.code]).toEqual([400, "invalid_argument"]);
    expect(body.errors[0]?.pointer).toBe(pointer);
  });
});

describe("a score", () => {
  test("is answered with the attempt and the standing, and by 200 when it comes again", async () => {
    const path = await entered("ada");
    const body = { gamer: "ada", score: -7, attempt: "match-1", metadata: { map: "Dust" } };
    const first = await gateway.send("POST", `${path}/score`, body);
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
    const again = await gateway.send("POST", `${path}/score?rank=true`, body);
    expect(again.status).toBe(200);
    expect(again.body.score).toMatchObject({ id: first.body.score.id, standing: { rank: 1 } });
    const other = await gateway.send("POST", `${path}/score`, { ...body, score: 8 });
    expect([other.status, other.body.code]).toEqual([409, "attempt_reused"]);
  });

  test.for([
    ["metadata of more than 2 KiB", { metadata: { text: "x".repeat(2_048) } }, "/metadata"],
    ["a score that no double counts exactly", { score: 2 ** 53 }, "/score"],
    ["an attempt with a space", { attempt: "match 1" }, "/attempt"],
    ["metadata that is no object", { metadata: [1] }, "/metadata"],
    ["hold that is neither true nor false", { hold: "no" }, "/hold"],
  ] as const)("with %s is refused", async ([, change, pointer]) => {
    const path = await entered("ada");
    const body = { gamer: "ada", score: 1, ...change };
    const answer = await gateway.send("POST", `${path}/score`, body);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_argument"]);
    expect(answer.body.errors[0]?.pointer).toBe(pointer);
  });
});

test("a score whose hold is false is as one without it", async () => {
  const path = await entered("ada");
  const body = { gamer: "ada", score: 1, attempt: "match-1" };
  const plain = await gateway.send("POST", `${path}/score`, body);
  const told = await gateway.send("POST", `${path}/score`, { ...body, hold: false });
  expect([plain.status, told.status]).toEqual([201, 200]);
  expect(told.body.score).toMatchObject({ id: plain.body.score.id, state: "counted" });
});

test("what a text must look like is told in words", async () => {
  const path = await entered("ada");
  const body = { gamer: "ada", score: 1, attempt: "match 1" };
  const { errors } = (await gateway.send("POST", `${path}/score`, body)).body;
  expect(errors).toEqual([
    { pointer: "/attempt", detail: "must be 1 to 100 visible ASCII characters" },
  ]);
});

describe("many scores", () => {
  test("have a result each, in their order, and are counted once under an Idempotency-Key", async () => {
    const path = await entered("ada", "bob");
    const scores = [
      { gamer: "ada", score: 5 },
      { gamer: "eve", score: 5 },
      { gamer: "bob", score: 6 },
    ];
    const headers = { "idempotency-key": newId() };
    const first = await gateway.send("POST", `${path}/scores?rank=true`, { scores }, headers);
    expect(first.status).toBe(200);
    expect(first.body.results).toMatchObject([
      { status: 201, score: { gamerHandle: "ada", standing: { score: 5 } } },
      { status: 404, problem: { status: 404, code: "gamer_not_entered" } },
      { status: 201, score: { gamerHandle: "bob", standing: { score: 6, rank: 1 } } },
    ]);
    const again = await gateway.send("POST", `${path}/scores?rank=true`, { scores }, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });

  test("of which one cannot be known are asked for anew by a repeat", async () => {
    const path = await entered("ada");
    const scores = [{ gamer: "ada", score: 5 }];
    const headers = { "idempotency-key": newId() };
    gateway.fakes.before = (rpc) => {
      if (rpc === "BatchSubmitScore") throw new DomainError("UNAVAILABLE", "Nobody is there.");
    };
    const failed = await gateway.send("POST", `${path}/scores`, { scores }, headers);
    expect([failed.status, failed.body.code]).toEqual([503, "unavailable"]);
    gateway.fakes.before = () => undefined;
    const again = await gateway.send("POST", `${path}/scores`, { scores }, headers);
    expect(again.body.results).toMatchObject([{ status: 201 }]);
  });

  test("made at the same time travel in few calls, each attempt under an id of its own", async () => {
    const path = await entered("ada");
    const before = gateway.fakes.calls.length;
    const scores = Array.from({ length: 600 }, (_, score) => ({ gamer: "ada", score }));
    const { body } = await gateway.send("POST", `${path}/scores`, { scores });
    expect(body.results.map(({ status }) => status)).toEqual(scores.map(() => 201));
    const calls = gateway.fakes.calls.slice(before);
    expect(calls.filter(({ rpc }) => rpc === "BatchSubmitScore").length).toBeLessThanOrEqual(4);
  });
});

test("an entry is told with its standing", async () => {
  const path = await entered("ada");
  await gateway.send("POST", `${path}/score`, { gamer: "ada", score: 7 });
  const { status, body } = await gateway.send("GET", `${path}/entry/ada`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    entry: { gamerHandle: "ada", eliminated: false, rank: null },
    standing: { score: 7, attempts: 1, attemptsLeft: 9_999, rank: 1 },
  });
  const unknown = await gateway.send("GET", `${path}/entry/eve`);
  expect([unknown.status, unknown.body.code]).toEqual([404, "gamer_not_entered"]);
});
