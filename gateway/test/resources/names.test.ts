import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const create = (change: object = {}) =>
  gateway.send("POST", "/tournament/create", newTournament(gateway.game, change));
const created = async (change?: object) =>
  `/tournament/${(await create(change)).body.tournament.id}`;

/** As many members as an object of so many bytes can have, more or less. */
const crowded = (bytes: number) =>
  Object.fromEntries(Array.from({ length: Math.floor(bytes / 9) }, (_, n) => [`k${n}`, n % 10]));

describe("metadata", () => {
  test("of a tournament is told where there is any, replaced, and removed by null", async () => {
    const metadata = { season: 3, tags: ["a", null, { deep: -0.5 }], "": "\u0000\ud800" };
    const { body } = await create({ metadata });
    expect(body.tournament.metadata).toEqual(metadata);
    const path = `/tournament/${body.tournament.id}`;
    const replaced = await gateway.send("PATCH", `${path}/metadata`, { metadata: {} });
    expect([replaced.status, replaced.body.tournament.metadata]).toEqual([200, {}]);
    const updated = await gateway.send("PATCH", `${path}/update`, { metadata: { a: 1 } });
    expect(updated.body.tournament.metadata).toEqual({ a: 1 });
    await gateway.send("PATCH", `${path}/metadata`, { metadata: null });
    expect((await gateway.send("GET", path)).body.tournament).not.toHaveProperty("metadata");
  });

  test("may have as many members as fit into its bytes", async () => {
    const metadata = crowded(4_096);
    expect(Object.keys(metadata).length).toBeGreaterThan(400);
    const { status, body } = await create({ metadata });
    expect([status, body.tournament.metadata]).toEqual([201, metadata]);
    const numbers = { all: Array(1_900).fill(0) };
    expect((await create({ metadata: numbers })).body.tournament.metadata).toEqual(numbers);
  });

  const LONG = { text: "x".repeat(4_090) };
  test.for([
    ["metadata of more than 4 KiB", LONG, "/metadata"],
    ["metadata that is no object", [1], "/metadata"],
    ["metadata that is a text", "{}", "/metadata"],
  ] as const)("%s is refused and changes nothing", async ([, metadata, pointer]) => {
    const path = await created({ metadata: { a: 1 } });
    for (const suffix of ["metadata", "update"]) {
      const answer = await gateway.send("PATCH", `${path}/${suffix}`, { metadata });
      expect([answer.status, answer.body.code]).toEqual([400, "invalid_argument"]);
      expect(answer.body.errors).toMatchObject([{ pointer }]);
    }
    expect((await gateway.send("GET", path)).body.tournament.metadata).toEqual({ a: 1 });
  });

  test("of an entry is told by the join, the list and the elimination", async () => {
    const path = await created();
    const metadata = { seed: 1 };
    const joined = await gateway.send("POST", `${path}/join`, { gamer: "ada", metadata });
    expect([joined.status, joined.body.entry.metadata]).toEqual([201, metadata]);
    const { body } = await gateway.send("GET", `${path}/entries`);
    expect(body.entries).toEqual([joined.body.entry]);
    const long = { gamer: "bob", metadata: { text: "x".repeat(2_048) } };
    const refused = await gateway.send("POST", `${path}/join`, long);
    expect([refused.status, refused.body.errors[0]?.pointer]).toEqual([400, "/metadata"]);
  });
});

describe("an externalId", () => {
  test("finds its tournament, and once taken is refused with the tournament that has it", async () => {
    const externalId = `final-${newId()}`;
    const first = await create({ externalId });
    expect([first.status, first.body.tournament.externalId]).toEqual([201, externalId]);
    const query = `/tournament?externalId=${encodeURIComponent(externalId)}`;
    const { body } = await gateway.send("GET", query);
    expect(body.tournaments.map(({ id }) => id)).toEqual([first.body.tournament.id]);
    const again = await create({ externalId });
    expect([again.status, again.body.code]).toEqual([409, "external_id_taken"]);
    expect(again.body.tournament).toBe(first.body.tournament.id);
  });

  test("repeated under one Idempotency-Key has the first answer", async () => {
    const headers = { "idempotency-key": newId() };
    const body = newTournament(gateway.game, { externalId: `final-${newId()}` });
    const first = await gateway.send("POST", "/tournament/create", body, headers);
    const again = await gateway.send("POST", "/tournament/create", body, headers);
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  test("is not told of by tournaments that have none", async () => {
    expect((await create()).body.tournament).not.toHaveProperty("externalId");
  });

  test.for(["", "a b", "é", "x".repeat(101)])("is no %j", async (externalId) => {
    const answer = await create({ externalId });
    expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([400, "/externalId"]);
  });

  test("cannot be changed", async () => {
    const answer = await gateway.send("PATCH", `${await created()}/update`, { externalId: "x" });
    expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([400, "/externalId"]);
  });
});

describe("a gamer", () => {
  const update = (body: object, handle = "ada") =>
    gateway.send("PATCH", `/gamer/${handle}/update`, body);

  test("is shown by a name and with metadata once they are set, and without once they are null", async () => {
    const plain = (await gateway.send("POST", "/gamer/create", { handle: "ada" })).body.gamer;
    const { status, body } = await update({ displayName: "Ada", metadata: { country: "GB" } });
    expect(status).toBe(200);
    expect(body.gamer).toEqual({
      ...plain,
      displayName: "Ada",
      metadata: { country: "GB" },
      updatedAt: expect.any(String),
    });
    const path = await created();
    await gateway.send("POST", `${path}/join`, { gamer: "ada" });
    const { entries } = (await gateway.send("GET", `${path}/entries`)).body;
    expect(entries).toMatchObject([{ gamerHandle: "ada", displayName: "Ada" }]);
    expect((await update({ displayName: null })).body.gamer).toMatchObject({
      metadata: { country: "GB" },
    });
    expect((await update({ metadata: null })).body.gamer).toEqual({
      ...plain,
      updatedAt: expect.any(String),
    });
  });

  test("is shown by a name on leaderboards, where there is one", async () => {
    const path = await created();
    const gamers = ["ann", "ben"];
    for (const gamer of gamers) await gateway.send("POST", `${path}/join`, { gamer });
    const scores = gamers.map((gamer) => ({ gamer, score: 5 }));
    await gateway.send("POST", `${path}/scores`, { scores });
    await update({ displayName: "Ann" }, "ann");
    const page = (await gateway.send("GET", `${path}/leaderboard`)).body;
    const named = (await gateway.send("POST", `${path}/leaderboard`, { gamers })).body;
    for (const { standings } of [page, named]) {
      expect(standings[0]).toMatchObject({ gamerHandle: "ann", displayName: "Ann" });
      expect(standings[1]).not.toHaveProperty("displayName");
    }
  });

  test.for([
    ["an empty name", { displayName: "" }, "/displayName"],
    ["a name that is a number", { displayName: 1 }, "/displayName"],
    ["metadata of more than 2 KiB", { metadata: { text: "x".repeat(2_048) } }, "/metadata"],
    ["an unknown field", { handle: "eve" }, "/handle"],
  ] as const)("with %s is refused", async ([, body, pointer]) => {
    await gateway.send("POST", "/gamer/create", { handle: "ada" });
    const answer = await update(body);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_argument"]);
    expect(answer.body.errors).toMatchObject([{ pointer }]);
  });

  test("that nobody knows is not found", async () => {
    const answer = await update({ displayName: "Eve" }, "eve");
    expect([answer.status, answer.body.code]).toEqual([404, "gamer_not_found"]);
  });
});
