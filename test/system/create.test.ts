import { expect, test } from "vitest";
import { tournamentBody } from "../harness/tournament.ts";
import { newGame } from "./game.ts";

const ISO_MS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test("a new tournament is pending, with an empty pool and no winner", async () => {
  const api = await newGame();
  const body = tournamentBody(api, { name: "Friday Open", description: "Weekly", entryFee: 2.5 });
  const { status, body: answer } = await api.post("/tournament/create", body);
  expect(status).toBe(201);
  expect(answer.message).toEqual(expect.any(String));
  expect(answer.tournament).toMatchObject({
    _id: expect.stringMatching(UUID),
    id: answer.tournament._id,
    game: { _id: api.gameId, id: api.gameId, name: expect.any(String) },
    name: "Friday Open",
    description: "Weekly",
    entryFee: 2.5,
    prizePool: 0,
    status: "pending",
    startTime: body.startTime,
    endTime: body.endTime,
    winner: null,
    winners: [],
    winnersCount: 0,
    createdAt: expect.stringMatching(ISO_MS),
    updatedAt: expect.stringMatching(ISO_MS),
  });
});

test("the entry fee is optional and times may carry any offset", async () => {
  const api = await newGame();
  const body = tournamentBody(api, {
    startTime: "2031-05-01T20:00:00+02:00",
    endTime: "2031-05-01T16:30:00.5-03:00",
  });
  const { status, body: answer } = await api.post("/tournament/create", body);
  expect(status).toBe(201);
  expect(answer.tournament).toMatchObject({
    entryFee: 0,
    startTime: "2031-05-01T18:00:00.000Z",
    endTime: "2031-05-01T19:30:00.500Z",
  });
});

const past = new Date(Date.now() - 60_000).toISOString();
const soon = new Date(Date.now() + 60_000).toISOString();

test.for([
  ["no name", { name: undefined }, "/name"],
  ["an empty name", { name: "" }, "/name"],
  ["a name of another type", { name: 7 }, "/name"],
  ["a name beyond its length", { name: "x".repeat(201) }, "/name"],
  ["a name of nothing but space", { name: "   " }, "/name"],
  ["no description", { description: undefined }, "/description"],
  ["a description beyond its length", { description: "x".repeat(5_001) }, "/description"],
  ["a NUL in the description", { description: "a\u0000b" }, "/description"],
  ["no start", { startTime: undefined }, "/startTime"],
  ["no end", { endTime: undefined }, "/endTime"],
  ["an end before the start", { startTime: soon, endTime: past }, "/endTime"],
  ["an end equal to the start", { startTime: soon, endTime: soon }, "/endTime"],
  ["an end in the past", { startTime: past, endTime: past }, "/endTime"],
  ["a time without an offset", { endTime: "2031-05-01T20:00:00" }, "/endTime"],
  ["a time that is a number", { endTime: 1_900_000_000 }, "/endTime"],
  ["a day that does not exist", { endTime: "2031-02-30T20:00:00Z" }, "/endTime"],
  ["a negative fee", { entryFee: -1 }, "/entryFee"],
  ["a fee as text", { entryFee: "2.50" }, "/entryFee"],
  ["a fee finer than a cent", { entryFee: 0.001 }, "/entryFee"],
  ["a fee beyond 2^53 cents", { entryFee: 90_071_992_547_410 }, "/entryFee"],
  ["a null fee", { entryFee: null }, "/entryFee"],
  ["an unknown field", { prizes: 3 }, "/prizes"],
  ["no seats", { maxEntries: 0 }, "/maxEntries"],
  ["a broken seat", { maxEntries: 1.5 }, "/maxEntries"],
  ["a split with a zero share", { prizeSplit: [50, 0] }, "/prizeSplit/1"],
  [
    "registration closing after the end",
    { registrationClosesAt: "2099-01-01T00:00:00Z" },
    "/registrationClosesAt",
  ],
] as const)("%s is refused with 400 naming the field", async ([, change, pointer]) => {
  const api = await newGame();
  const { status, headers, body } = await api.post(
    "/tournament/create",
    tournamentBody(api, change),
  );
  expect({ status, pointers: body.errors?.map((e) => e.pointer) }).toEqual({
    status: 400,
    pointers: expect.arrayContaining([pointer]),
  });
  expect(headers.get("content-type")).toContain("application/problem+json");
  expect((await api.get("/tournament")).body.tournaments).toEqual([]);
});

test("another game's id is answered as if it did not exist", async () => {
  const [api, other] = [await newGame(), await newGame()];
  const { status, body } = await api.post("/tournament/create", tournamentBody(other));
  expect(status).toBe(404);
  expect(body.code).toBe("game_not_found");
});
