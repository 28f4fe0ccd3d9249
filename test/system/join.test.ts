import { expect, test } from "vitest";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { created, published } from "../harness/tournament.ts";
import { joined } from "../harness/gamers.ts";
import { newGame } from "./game.ts";

test("a join answers 201 with the entry and charges the fee into the pool", async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 2.5 });
  const { status, body } = await api.post(`${path}/join`, { gamer: "ada" });
  expect(status).toBe(201);
  const { gamer } = (await api.get("/gamer/ada")).body;
  expect(body.entry).toMatchObject({
    id: expect.any(String),
    tournament: path.slice("/tournament/".length),
    gamer: gamer.id,
    entryFee: 2.5,
    joinedAt: expect.stringMatching(/Z$/),
    eliminated: false,
    eliminatedAt: null,
    rank: null,
    provisional: false,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  });
  expect((await api.get(path)).body.tournament.prizePool).toBe(2.5);
});

test("a gamer joins once", async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 2.5 });
  await joined(api, path, "ada");
  const again = await api.post(`${path}/join`, { gamer: "ada" });
  expect([again.status, again.body.code]).toEqual([409, "gamer_already_joined"]);
  expect((await api.get(path)).body.tournament.prizePool).toBe(2.5);
});

test("a repeat with the same Idempotency-Key is the same join", async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 2.5 });
  const options = { headers: { "idempotency-key": "join-ada-1" } };
  const first = await api.post(`${path}/join`, { gamer: "ada" }, options);
  const second = await api.post(`${path}/join`, { gamer: "ada" }, options);
  expect(second.status).toBe(201);
  expect(second.body).toEqual(first.body);
  const other = await api.post(`${path}/join`, { gamer: "bob" }, options);
  expect(other.status).toBe(422);
  expect((await api.get(path)).body.tournament.prizePool).toBe(2.5);
});

test("a pending tournament cannot be joined", async () => {
  const api = await newGame();
  const path = await created(api);
  const { status, body } = await api.post(`${path}/join`, { gamer: "ada" });
  expect([status, body.code]).toEqual([409, "tournament_not_published"]);
});

test("registration closes at its own time", async () => {
  const api = await newGame();
  const registrationClosesAt = new Date(Date.now() - 500).toISOString();
  const path = await published(api, { registrationClosesAt });
  const { status, body } = await api.post(`${path}/join`, { gamer: "ada" });
  expect([status, body.code]).toEqual([409, "registration_closed"]);
});

test("seats run out", async () => {
  const api = await newGame();
  const path = await published(api, { maxEntries: 2 });
  await joined(api, path, "ada", "bob");
  const { status, body } = await api.post(`${path}/join`, { gamer: "cyd" });
  expect([status, body.code]).toEqual([409, "tournament_full"]);
});

test("a wallet that cannot pay is 402, gives the seat back, and works once funded", async () => {
  const api = await newGame({ payer: Payer.WALLET });
  const path = await published(api, { entryFee: 5, maxEntries: 1 });
  const broke = await api.post(`${path}/join`, { gamer: "ada" });
  expect([broke.status, broke.body.code]).toEqual([402, "insufficient_funds"]);
  expect((await api.post("/wallet/ada/deposit", { amount: 7.25 })).status).toBeLessThan(300);
  await joined(api, path, "ada");
  expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(2.25);
  expect((await api.get(path)).body.tournament.prizePool).toBe(5);
});

test("a game beyond its credit limit is 402", async () => {
  const api = await newGame({ creditLimitMinorUnits: 700n });
  const path = await published(api, { entryFee: 5 });
  await joined(api, path, "ada");
  const { status, body } = await api.post(`${path}/join`, { gamer: "bob" });
  expect([status, body.code]).toEqual([402, "insufficient_funds"]);
});

test("a tournament of another game, or none, is 404", async () => {
  const [api, other] = [await newGame(), await newGame()];
  const path = await published(other);
  await joined(other, path, "ada");
  const unknown = "/tournament/01890000-0000-7000-8000-000000000000";
  for (const target of [path, unknown]) {
    const { status, body } = await api.post(`${target}/join`, { gamer: "ada" });
    expect([status, body.code]).toEqual([404, "tournament_not_found"]);
  }
});

test("a currency without decimals has none at the edge either", async () => {
  const api = await newGame({ currency: { code: "GEMS", exponent: 0 } });
  const refused = await api.post("/tournament/create", {
    game: api.gameId,
    name: "Gem tournament",
    description: "",
    entryFee: 2.5,
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + 60_000).toISOString(),
  });
  expect([refused.status, refused.body.errors[0]?.pointer]).toEqual([400, "/entryFee"]);
  const path = await published(api, { entryFee: 3 });
  await joined(api, path, "ada");
  expect((await api.get(path)).body.tournament.prizePool).toBe(3);
});

test.for([
  ["missing", {}],
  ["empty", { gamer: "" }],
  ["no text", { gamer: 7 }],
  ["too long", { gamer: "x".repeat(65) }],
  ["a control character", { gamer: "a\u0000b" }],
  ["half a character", { gamer: "a\ud800" }],
] as const)("a handle that is %s is 400", async ([, body]) => {
  const api = await newGame();
  const path = await published(api);
  const answer = await api.post(`${path}/join`, body);
  expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([400, "/gamer"]);
});

test("handles are compared in Unicode NFC and otherwise exactly", async () => {
  const api = await newGame();
  const path = await published(api);
  await joined(api, path, "Zoe\u0308", "zoë");
  const again = await api.post(`${path}/join`, { gamer: "Zoë" });
  expect(again.body.code).toBe("gamer_already_joined");
});
