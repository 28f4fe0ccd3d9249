import { afterAll, beforeAll, expect, test } from "vitest";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

/** The path of a tournament in which these gamers are. */
async function entered(...gamers: string[]): Promise<string> {
  const made = await gateway.send("POST", "/tournament/create", newTournament(gateway.game));
  const path = `/tournament/${made.body.tournament.id}`;
  for (const gamer of gamers) await gateway.send("POST", `${path}/join`, { gamer });
  return path;
}

test("the leaderboard is told with its moment", async () => {
  const path = await entered("ada", "bob", "cyd");
  const scores = [
    { gamer: "ada", score: 5 },
    { gamer: "bob", score: 9 },
  ];
  await gateway.send("POST", `${path}/scores`, { scores });
  const { status, body } = await gateway.send("GET", `${path}/leaderboard?around=ada&limit=3`);
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
  const refused = await gateway.send("GET", `${path}/leaderboard?limit=1001`);
  expect([refused.status, refused.body.errors[0]?.pointer]).toEqual([400, "/query/limit"]);
});

test("the leaderboard tells the metadata of the attempts that made the scores to whoever asks", async () => {
  const path = await entered("ada", "bob");
  const metadata = { car: "blue" };
  const scores = [
    { gamer: "ada", score: 5, metadata },
    { gamer: "bob", score: 4 },
  ];
  await gateway.send("POST", `${path}/scores`, { scores });
  const { body } = await gateway.send("GET", `${path}/leaderboard?metadata=true`);
  expect(body.standings).toMatchObject([{ metadata }, { metadata: null }]);
  const ask = (query: string) =>
    gateway.send("POST", `${path}/leaderboard${query}`, { gamers: ["bob", "ada"] });
  expect((await ask("?metadata=true")).body.standings).toMatchObject([
    { metadata },
    { metadata: null },
  ]);
  expect((await ask("")).body.standings[0]).not.toHaveProperty("metadata");
});

test("friends are compared by a question that no Idempotency-Key makes stale", async () => {
  const path = await entered("ada", "bob", "cyd");
  const ask = async (gamers: string[]) =>
    await gateway.send("POST", `${path}/leaderboard`, { gamers }, { "idempotency-key": "friends" });
  await gateway.send("POST", `${path}/score`, { gamer: "bob", score: 9 });
  const first = await ask(["cyd", "bob", "eve"]);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    standings: [
      { gamerHandle: "bob", rank: 1, score: 9 },
      { gamerHandle: "cyd", rank: null, score: null, attempts: 0, state: "in" },
    ],
    missing: ["eve"],
    asOf: { sequence: expect.any(Number) },
  });
  await gateway.send("POST", `${path}/score`, { gamer: "cyd", score: 10 });
  const second = await ask(["bob", "cyd"]);
  expect(second.body.standings).toMatchObject([
    { gamerHandle: "cyd", rank: 1 },
    { gamerHandle: "bob", rank: 2 },
  ]);
  expect(second.headers.get("idempotency-replayed")).toBe(null);
});

test.for([
  ["nobody", [], "/gamers"],
  ["more than a hundred", Array.from({ length: 101 }, (_, index) => `g${index}`), "/gamers"],
  ["one gamer twice, in two spellings", ["\u00e9", "e\u0301"], "/gamers"],
] as const)("friends who are %s are refused", async ([, gamers, pointer]) => {
  const path = await entered("ada");
  const { status, body } = await gateway.send("POST", `${path}/leaderboard`, { gamers });
  expect([status, body.code]).toEqual([400, "invalid_argument"]);
  expect(body.errors[0]?.pointer).toBe(pointer);
});
