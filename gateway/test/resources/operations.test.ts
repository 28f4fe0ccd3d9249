import { afterAll, beforeAll, expect, test } from "vitest";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function created(change: object = {}): Promise<string> {
  const { body } = await gateway.send(
    "POST",
    "/tournament/create",
    newTournament(gateway.game, change),
  );
  return body.tournament.id;
}

test("creates a tournament with every field of the specification", async () => {
  const { status, headers, body } = await gateway.send(
    "POST",
    "/tournament/create",
    newTournament(gateway.game),
  );
  expect(status).toBe(201);
  expect(body.message).toBe("Tournament created successfully");
  const { id } = body.tournament;
  expect(headers.get("location")).toBe(`/tournament/${id}`);
  expect(body.tournament).toEqual({
    _id: id,
    id: expect.any(String),
    game: { _id: gateway.game.id, id: gateway.game.id, name: "Star Race" },
    name: "Friday final",
    description: "Weekly final",
    entryFee: 2.5,
    prizePool: 0,
    currency: "USD",
    status: "pending",
    startTime: "2030-05-01T18:00:00.000Z",
    endTime: "2030-05-01T20:00:00.000Z",
    registrationClosesAt: null,
    maxEntries: null,
    minEntries: 0,
    prizeSplit: [],
    winner: null,
    winners: [],
    winnersCount: 0,
    createdAt: expect.stringMatching(ISO),
    updatedAt: expect.stringMatching(ISO),
  });
});

test("updates what is named and leaves the rest", async () => {
  const id = await created();
  const { status, body } = await gateway.send("PATCH", `/tournament/${id}/update`, {
    name: "Saturday final",
    maxEntries: 8,
    prizeSplit: [60, 40],
  });
  expect(status).toBe(200);
  expect(body.message).toBe("Tournament updated successfully");
  expect(body.tournament).toMatchObject({
    name: "Saturday final",
    description: "Weekly final",
    entryFee: 2.5,
    maxEntries: 8,
    prizeSplit: [60, 40],
  });
});

test.each([
  ["no body", undefined],
  ["an empty object", {}],
])("publishes and shows the real state, given %s", async (_, body) => {
  const id = await created();
  const answer = await gateway.send("PATCH", `/tournament/${id}/publish`, body);
  expect(answer.status).toBe(200);
  expect(answer.body.tournament.status).toBe("published");
});

test("publishes with a content type and an empty body", async () => {
  const headers = { "content-type": "application/json" };
  const path = `/tournament/${await created()}/publish`;
  expect((await gateway.send("PATCH", path, undefined, headers)).status).toBe(200);
});

test("joins, shows the standings and eliminates", async () => {
  const id = await created();
  const joined = await gateway.send("POST", `/tournament/${id}/join`, { gamer: "ada" });
  expect(joined.status).toBe(201);
  expect(joined.body.entry).toEqual({
    id: expect.any(String),
    tournament: id,
    gamer: expect.any(String),
    gamerHandle: "ada",
    entryFee: 2.5,
    joinedAt: expect.stringMatching(ISO),
    state: "in",
    eliminated: false,
    eliminatedAt: null,
    rank: null,
    provisional: false,
    createdAt: expect.stringMatching(ISO),
    updatedAt: expect.stringMatching(ISO),
  });
  const standings = await gateway.send("GET", `/tournament/${id}/entries?limit=10`);
  expect(standings.body).toEqual({ entries: [joined.body.entry], nextCursor: null });

  const out = await gateway.send("PATCH", `/tournament/${id}/eliminate`, { gamer: "ada" });
  expect(out.status).toBe(200);
  expect(out.body.entries).toMatchObject([
    { gamerHandle: "ada", state: "eliminated", eliminated: true, rank: 1, provisional: true },
  ]);
  expect(out.body.entries[0]?.eliminatedAt).toMatch(ISO);
  const after = await gateway.send("GET", `/tournament/${id}/entries`);
  expect(after.body.entries).toEqual(out.body.entries);
});

test("eliminates many at once and normalises their handles", async () => {
  const id = await created();
  for (const gamer of ["J\u00f6rg", "grace"])
    await gateway.send("POST", `/tournament/${id}/join`, { gamer });
  const body = { gamers: ["Jo\u0308rg", "grace"] };
  const out = await gateway.send("PATCH", `/tournament/${id}/eliminate`, body);
  expect(out.body.entries).toHaveLength(2);
});

test("answers each of many joins made together with its own outcome", async () => {
  const id = await created();
  const handles = [...Array.from({ length: 60 }, (_, i) => `gamer ${i}`), "poor"];
  const answers = await Promise.all(
    handles.map((gamer) => gateway.send("POST", `/tournament/${id}/join`, { gamer })),
  );
  expect(answers.map((answer) => answer.status)).toEqual([...Array(60).fill(201), 402]);
  expect(answers.at(-1)?.body.code).toBe("insufficient_funds");
});

test("completes with final ranks and cancels", async () => {
  const [id, other] = [await created(), await created()];
  for (const one of [id, other]) await gateway.send("PATCH", `/tournament/${one}/publish`);
  const ranks = [{ gamer: "ada", rank: 1 }];
  const completed = await gateway.send("PATCH", `/tournament/${id}/complete`, { ranks });
  expect(completed.body.tournament.status).toBe("settling");
  expect(gateway.fakes.calls.at(-1)?.request).toMatchObject({
    finalRanks: [{ handle: "ada", rank: 1 }],
  });
  expect((await gateway.send("PATCH", `/tournament/${other}/complete`)).status).toBe(200);

  const cancelled = await gateway.send("PATCH", `/tournament/${await created()}/cancel`);
  expect(cancelled.body.tournament.status).toBe("cancelled");
});

test("lists by status and page until the cursor is null", async () => {
  const { game, key } = gateway.fakes.games.add();
  const headers = { "x-api-key": key };
  for (let i = 0; i < 5; i++)
    await gateway.send("POST", "/tournament/create", newTournament(game), headers);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query = `status=pending&limit=2${cursor && `&cursor=${cursor}`}`;
    const { body } = await gateway.send("GET", `/tournament?${query}`, undefined, headers);
    seen.push(...body.tournaments.map((item) => item.id));
    expect(body.tournaments[0]).not.toHaveProperty("winners");
    cursor = body.nextCursor;
  }
  expect(new Set(seen).size).toBe(5);
  const none = await gateway.send("GET", "/tournament?status=completed", undefined, headers);
  expect(none.body).toEqual({ tournaments: [], nextCursor: null });
});

test("shows a settlement without what failed inside", async () => {
  const id = await created();
  const { body } = await gateway.send("GET", `/tournament/${id}/settlement`);
  expect(body.settlement).toEqual({
    tournament: id,
    kind: "payout",
    state: "paying",
    currency: "USD",
    pool: 10,
    platformFee: 0,
    entries: 4,
    payouts: 1,
    dueAt: "1970-01-01T00:00:00.000Z",
    finishedAt: null,
  });
  expect(body.payouts).toMatchObject([{ gamerHandle: "ada", rank: 1, amount: 10, paidAt: null }]);
});

test("tells whoever asks how often a settlement was tried in vain", async () => {
  const path = `/tournament/${await created()}/settlement`;
  const plain = await gateway.send("GET", path);
  const { status, body } = await gateway.send("GET", `${path}?expand=attempts`);
  expect(status).toBe(200);
  expect(body.settlement).toEqual({
    ...plain.body.settlement,
    attempts: { failed: 3, nextAt: "1970-01-01T00:01:00.000Z" },
  });
  const unknown = await gateway.send("GET", `${path}?expand=everything`);
  expect([unknown.status, unknown.body.errors[0]?.pointer]).toEqual([400, "/query/expand"]);
});

test("creates a gamer once and reads it, percent-encoded", async () => {
  const first = await gateway.send("POST", "/gamer/create", { handle: "a/b ü" });
  const second = await gateway.send("POST", "/gamer/create", { handle: "a/b ü" });
  expect([first.status, second.status]).toEqual([201, 200]);
  const read = await gateway.send("GET", `/gamer/${encodeURIComponent("a/b ü")}`);
  expect(read.body.gamer).toEqual(second.body.gamer);
});

test("moves money in and out of a wallet, to the cent", async () => {
  const deposit = await gateway.send("POST", "/wallet/rich/deposit", { amount: 10.1 });
  expect(deposit.status).toBe(201);
  expect(deposit.body.transaction).toMatchObject({
    kind: "deposit",
    amount: 10.1,
    tournament: null,
  });
  const out = await gateway.send("POST", "/wallet/rich/withdraw", { amount: 0.2 });
  expect(out.body.transaction).toMatchObject({ kind: "withdrawal", amount: -0.2 });
  const wallet = await gateway.send("GET", "/wallet/rich");
  expect(wallet.body.wallet).toMatchObject({ gamerHandle: "rich", balance: 9.9, currency: "USD" });
  const lines = await gateway.send("GET", "/wallet/rich/transactions");
  expect(lines.body.transactions).toMatchObject([
    { amount: -0.2, balanceAfter: 9.9 },
    { amount: 10.1, balanceAfter: 10.1 },
  ]);
  const broke = await gateway.send("POST", "/wallet/rich/withdraw", { amount: 10 });
  expect([broke.status, broke.body.code]).toEqual([402, "insufficient_funds"]);
});

test("shows the game's own account", async () => {
  const { body } = await gateway.send("GET", "/account");
  expect(body.account).toEqual({
    game: gateway.game.id,
    currency: "USD",
    balance: 0,
    creditLimit: null,
  });
  expect((await gateway.send("GET", "/account/transactions")).body.transactions).toEqual([]);
});

test("a wallet of nobody is not found", async () => {
  const { status, body } = await gateway.send("GET", "/wallet/nobody");
  expect([status, body.code]).toEqual([404, "gamer_not_found"]);
});
