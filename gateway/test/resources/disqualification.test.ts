import { afterAll, beforeAll, expect, test } from "vitest";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

const UUID = /^[0-9a-f-]{36}$/;
const anyTime = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

async function created(): Promise<string> {
  const { body } = await gateway.send("POST", "/tournament/create", newTournament(gateway.game));
  return body.tournament.id;
}

test("disqualifies and reinstates, with a reason", async () => {
  const id = await created();
  for (const gamer of ["J\u00f6rg", "grace"])
    await gateway.send("POST", `/tournament/${id}/join`, { gamer });
  const body = { gamers: ["Jo\u0308rg"], reason: "a cheat" };
  const out = await gateway.send("PATCH", `/tournament/${id}/disqualify`, body);
  expect([out.status, out.body.message]).toEqual([200, "Gamers disqualified successfully"]);
  expect(out.body.entries).toMatchObject([
    { gamerHandle: "J\u00f6rg", state: "disqualified", eliminated: false, rank: null },
  ]);
  const { entries } = (await gateway.send("GET", `/tournament/${id}/entries`)).body;
  expect(entries.map(({ state }) => state)).toEqual(["in", "disqualified"]);
  const again = await gateway.send("PATCH", `/tournament/${id}/disqualify`, body);
  expect([again.status, again.body.code]).toEqual([409, "gamer_disqualified"]);
  expect(again.body.errors[0]?.pointer).toBe("/gamers/0");
  const back = await gateway.send("PATCH", `/tournament/${id}/reinstate`, body);
  expect(back.body.entries).toMatchObject([{ gamerHandle: "J\u00f6rg", state: "in" }]);
  const nothing = await gateway.send("PATCH", `/tournament/${id}/reinstate`, body);
  expect([nothing.status, nothing.body.code]).toEqual([409, "gamer_not_disqualified"]);
});

test("a disqualified gamer is told without a rank, by name and among friends", async () => {
  const path = `/tournament/${await created()}`;
  for (const gamer of ["ada", "grace"]) await gateway.send("POST", `${path}/join`, { gamer });
  await gateway.send("POST", `${path}/score`, { gamer: "ada", score: 9 });
  await gateway.send("PATCH", `${path}/disqualify`, { gamer: "ada", reason: "a cheat" });
  const { body } = await gateway.send("GET", `${path}/entry/ada`);
  expect(body).toMatchObject({
    entry: { state: "disqualified", rank: null },
    standing: { score: 9, rank: null },
  });
  const friends = { gamers: ["ada"] };
  const { standings } = (await gateway.send("POST", `${path}/leaderboard`, friends)).body;
  expect(standings).toMatchObject([{ gamerHandle: "ada", state: "disqualified", rank: null }]);
});

test("an entry tells what was decided on it, by whom and why, the latest last", async () => {
  const path = `/tournament/${await created()}`;
  for (const gamer of ["ada", "grace"]) await gateway.send("POST", `${path}/join`, { gamer });
  const why = { gamer: "ada", reason: "Speed hack, case 77" };
  await gateway.send("PATCH", `${path}/disqualify`, why);
  await gateway.send("PATCH", `${path}/reinstate`, { ...why, reason: "A false alarm" });
  const { decisions } = (await gateway.send("GET", `${path}/entry/ada`)).body;
  const actor = { type: "api_key", id: expect.stringMatching(UUID) };
  expect(decisions).toEqual([
    { decision: "disqualify", was: "in", reason: why.reason, actor, decidedAt: anyTime },
    {
      decision: "reinstate",
      was: "disqualified",
      reason: "A false alarm",
      actor,
      decidedAt: anyTime,
    },
  ]);
  expect((await gateway.send("GET", `${path}/entry/grace`)).body.decisions).toEqual([]);
});

test.for([
  ["no reason", { gamer: "ada" }, "/reason"],
  ["an empty reason", { gamer: "ada", reason: "" }, "/reason"],
  ["a long reason", { gamer: "ada", reason: "x".repeat(501) }, "/reason"],
  ["a reason that cannot be stored", { gamer: "ada", reason: "a\0b" }, "/reason"],
  ["nobody", { reason: "a cheat" }, "/gamer"],
  ["two ways to name gamers", { gamer: "ada", gamers: ["bob"], reason: "a cheat" }, "/gamer"],
] as const)("neither disqualifies nor reinstates with %s", async ([, body, pointer]) => {
  const id = await created();
  for (const operation of ["disqualify", "reinstate"]) {
    const answer = await gateway.send("PATCH", `/tournament/${id}/${operation}`, body);
    expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([400, pointer]);
  }
});
