import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectProblem } from "../support/expect-problem.ts";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const create = (change: object) =>
  gateway.send("POST", "/tournament/create", newTournament(gateway.game, change));

test.each([
  ["a name that is a number", { name: 5 }, "/name"],
  ["an empty name", { name: "" }, "/name"],
  ["a name beyond 200 characters", { name: "x".repeat(201) }, "/name"],
  ["half a character", { name: "\ud800" }, "/name"],
  ["a null character", { description: "a\0b" }, "/description"],
  ["a description beyond 5,000 characters", { description: "x".repeat(5_001) }, "/description"],
  ["a missing name", { name: undefined }, "/name"],
  ["an unknown field", { prize: 5 }, "/prize"],
  ["an unknown field's endless name", { ["x".repeat(9_000)]: 5 }, `/${"x".repeat(255)}…`],
  ["a time without an offset", { startTime: "2030-05-01T18:00:00" }, "/startTime"],
  ["a time that is a number", { startTime: 1_900_000_000 }, "/startTime"],
  ["a day that does not exist", { endTime: "2030-02-30T18:00:00Z" }, "/endTime"],
  ["a time of the year zero", { startTime: "0000-05-01T18:00:00Z" }, "/startTime"],
  ["an end before the start", { endTime: "2030-05-01T17:00:00Z" }, "/endTime"],
  ["a fraction of a seat", { maxEntries: 1.5 }, "/maxEntries"],
  ["no seats", { maxEntries: 0 }, "/maxEntries"],
  ["an empty split", { prizeSplit: [] }, "/prizeSplit"],
  ["a split of texts", { prizeSplit: [60, "40"] }, "/prizeSplit/1"],
  ["a negative fee", { entryFee: -1 }, "/entryFee"],
])("with %s are refused by the field's name", async (_, change, pointer) => {
  gateway.fakes.calls.length = 0;
  const answer = await create(change);
  expectProblem(answer, [400, "invalid_argument"]);
  expect(answer.body.errors).toMatchObject([{ pointer }]);
  expect(JSON.stringify(answer.body)).not.toMatch(/start_time|terms/);
});

test("name every fault at once", async () => {
  const { body } = await create({ name: undefined, endTime: "tomorrow", colour: "red" });
  expect(body.errors.map((fault) => fault.pointer).toSorted()).toEqual([
    "/colour",
    "/endTime",
    "/name",
  ]);
});

test.each(["__proto__", "constructor", "a/b~c"])(
  "with a field called %s are refused",
  async (name) => {
    const headers = { "x-api-key": gateway.key, "content-type": "application/json" };
    const text = `{"gamer":"ada",${JSON.stringify(name)}:{"polluted":1}}`;
    const answer = await gateway.raw("POST", `/tournament/${newId()}/join`, text, headers);
    expectProblem(answer, [400, "invalid_argument"]);
  },
);

test.each([
  ["broken JSON", "{", "application/json", [400, "invalid_json"]],
  ["two values", "{} {}", "application/json", [400, "invalid_json"]],
  ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "application/json", [400, "invalid_json"]],
  ["nothing but brackets", "[".repeat(50_000), "application/json", [400, "invalid_json"]],
  ["an array", "[]", "application/json", [400, "invalid_argument"]],
  ["null", "null", "application/json", [400, "invalid_argument"]],
  ["nothing", "", "application/json", [400, "invalid_argument"]],
  ["a form", "gamer=ada", "application/x-www-form-urlencoded", [415, "unsupported_media_type"]],
  ["plain text", "{}", "text/plain", [415, "unsupported_media_type"]],
  [
    "64 KiB and more",
    `{"gamer":"${"x".repeat(65_536)}"}`,
    "application/json",
    [413, "payload_too_large"],
  ],
] as const)("of %s are refused", async (_, body, type, expected) => {
  const headers = { "x-api-key": gateway.key, "content-type": type };
  const answer = await gateway.raw("POST", `/tournament/${newId()}/join`, body, headers);
  expectProblem(answer, [...expected]);
});

test.each([33, 20_000])("nested %d deep are refused before they are looked at", async (levels) => {
  // Here a validator would compare items with each other, all the way down.
  const nested = "[".repeat(levels - 1) + "]".repeat(levels - 1);
  const headers = { "x-api-key": gateway.key, "content-type": "application/json" };
  const path = `/tournament/${newId()}/eliminate`;
  const answer = await gateway.raw("PATCH", path, `{"gamers":${nested}}`, headers);
  expectProblem(answer, [400, "invalid_json"]);
  expect(answer.body.detail).toContain("32 deep");
});

test("nested 32 deep are looked at", async () => {
  const gamers: unknown = JSON.parse("[".repeat(31) + "]".repeat(31));
  const answer = await gateway.send("PATCH", `/tournament/${newId()}/eliminate`, { gamers });
  expectProblem(answer, [400, "invalid_argument"]);
});

test.each([
  { "content-type": "application/json; charset=utf-8" },
  { "content-type": 'application/json;charset="UTF-8"' },
  { "content-encoding": "identity" },
])("with %o are accepted", async (headers) => {
  const body = newTournament(gateway.game);
  expect((await gateway.send("POST", "/tournament/create", body, headers)).status).toBe(201);
});

test.each([
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "application/json; charset=iso-8859-1" },
  { "content-type": 'application/json; x=1; charset="latin1"' },
  { "content-encoding": "gzip" },
  { "content-encoding": "identity, br" },
])("with %o are refused before they are read", async (headers) => {
  const answer = await gateway.raw("POST", "/tournament/create", "{", {
    "x-api-key": gateway.key,
    "content-type": "application/json",
    ...headers,
  });
  expectProblem(answer, [415, "unsupported_media_type"]);
  expect(answer.headers.get("accept-encoding")).toBe("identity");
});

test.each([
  ["neither", {}],
  ["both", { gamer: "a", gamers: ["b"] }],
  ["nobody", { gamers: [] }],
  ["one twice", { gamers: ["a", "a"] }],
  ["1,001 gamers", { gamers: Array.from({ length: 1_001 }, (_, i) => `g${i}`) }],
  ["an empty handle", { gamer: "" }],
  ["a long handle", { gamer: "x".repeat(65) }],
  ["a control character", { gamer: "a\nb" }],
])("that eliminate %s are refused", async (_, body) => {
  const answer = await gateway.send("PATCH", `/tournament/${newId()}/eliminate`, body);
  expectProblem(answer, [400, "invalid_argument"]);
});

test("of eliminate may have a mebibyte, and no more", async () => {
  const path = `/tournament/${newId()}/eliminate`;
  const handles = Array.from({ length: 1_000 }, (_, i) => `${i}`.padEnd(64, "é"));
  expectProblem(await gateway.send("PATCH", path, { gamers: ["x".repeat(2 ** 20)] }), [
    413,
    "payload_too_large",
  ]);
  const { status } = await gateway.send("PATCH", path, { gamers: handles });
  expect(status).toBe(404);
});

test("of complete rank 10,000 gamers at most", async () => {
  const ranks = Array.from({ length: 10_001 }, (_, i) => ({ gamer: `g${i}`, rank: 1 }));
  const answer = await gateway.send("PATCH", `/tournament/${newId()}/complete`, { ranks });
  expectProblem(answer, [400, "invalid_argument"]);
  expect(answer.body.errors).toMatchObject([{ pointer: "/ranks" }]);
});

test("of publish must be empty", async () => {
  const answer = await gateway.send("PATCH", `/tournament/${newId()}/publish`, { now: true });
  expectProblem(answer, [400, "invalid_argument"]);
});

test("that do not come may be described in whatever way", async () => {
  const headers = { "content-type": "application/json; charset=iso-8859-1" };
  expect((await gateway.send("GET", "/tournament", undefined, headers)).status).toBe(200);
});
