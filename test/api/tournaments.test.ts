import type { Api } from "../harness/api.ts";
import { joined } from "../harness/gamers.ts";
import { created, published, reaches, settled, tournamentBody } from "../harness/tournament.ts";
import { describe, expect, test } from "../world/test.ts";

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

const create = (api: Api, change?: object, headers: Record<string, string> = {}) =>
  api.post("/tournament/create", tournamentBody(api, { ...change }), { headers });

describe("create", () => {
  test("answers with a pending tournament, an empty pool and no winner", async ({ api }) => {
    const { status, headers, body } = await create(api, {
      entryFee: 2.5,
      startTime: "2031-05-01T20:00:00+02:00",
      endTime: "2031-05-01T16:30:00.5-03:00",
    });
    expect([status, body.message]).toEqual([201, "Tournament created successfully"]);
    const { id } = body.tournament;
    expect(headers.get("location")).toBe(`/tournament/${id}`);
    expect(body.tournament).toEqual({
      _id: id,
      id: expect.stringMatching(UUID),
      game: { _id: api.gameId, id: api.gameId, name: expect.any(String) },
      name: "Open",
      description: "A tournament",
      entryFee: 2.5,
      prizePool: 0,
      currency: "USD",
      status: "pending",
      startTime: "2031-05-01T18:00:00.000Z",
      endTime: "2031-05-01T19:30:00.500Z",
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
    expect((await api.get(`/tournament/${id}`)).body).toEqual({ tournament: body.tournament });
  });

  test.for([
    ["an end before the start", { startTime: inSeconds(60), endTime: inSeconds(30) }, "/endTime"],
    ["an end in the past", { startTime: inSeconds(-90), endTime: inSeconds(-60) }, "/endTime"],
    ["a fee finer than a cent", { entryFee: 0.001 }, "/entryFee"],
    ["an externalId with space", { externalId: "a b" }, "/externalId"],
    ["a text as metadata", { metadata: "{}" }, "/metadata"],
    ["an unknown operator", { scoring: { operator: "mean" } }, "/scoring/operator"],
    ["an unknown field of scoring", { scoring: { best: 1 } }, "/scoring/best"],
  ] as const)("refuses %s and creates nothing", async ([, change, pointer], { api }) => {
    const { status, body } = await create(api, change);
    expect([status, body.code, body.errors[0]?.pointer]).toEqual([
      400,
      "invalid_argument",
      pointer,
    ]);
    expect((await api.get("/tournament")).body.tournaments).toEqual([]);
  });

  test("needs no game with a key; takes a game's or environment's id", async ({ api, live }) => {
    const { game } = await live.clients.game.getGame({ gameId: api.gameId });
    for (const named of [undefined, api.gameId.toUpperCase(), game?.projectId]) {
      const { status, body } = await create(api, { game: named });
      expect([status, body.tournament.game.id]).toEqual([201, api.gameId]);
    }
    const headers = { "x-game-id": game?.projectId ?? "" };
    expect((await api.get("/tournament", { headers })).body.tournaments).toHaveLength(3);
  });
});

test("lists tournaments by status, page by page", async ({ api }) => {
  const paths = [];
  for (let n = 0; n < 5; n++) paths.push(await created(api));
  await api.patch(`${paths[0]}/publish`);
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query = `status=pending&limit=3${cursor && `&cursor=${cursor}`}`;
    const { body } = await api.get(`/tournament?${query}`);
    seen.push(...body.tournaments.map(({ id }) => `/tournament/${id}`));
    expect(body.tournaments[0]).not.toHaveProperty("winners");
    cursor = body.nextCursor;
  }
  expect(seen.toSorted()).toEqual(paths.slice(1).toSorted());
  const none = await api.get("/tournament?status=completed");
  expect(none.body).toEqual({ tournaments: [], nextCursor: null });
});

test("changes the named fields of a pending tournament", async ({ api }) => {
  const path = await created(api, { startTime: inSeconds(60), entryFee: 1 });
  const change = { name: "New", entryFee: 3, maxEntries: 8, prizeSplit: [60, 40] };
  const { status, body } = await api.patch(`${path}/update`, change);
  expect([status, body.message]).toEqual([200, "Tournament updated successfully"]);
  expect(body.tournament).toMatchObject({ ...change, description: "A tournament" });
  expect((await api.get(path)).body.tournament).toEqual(body.tournament);
});

describe("publish", () => {
  test("opens a pending tournament once", async ({ api }) => {
    const path = await created(api);
    const first = await api.patch(`${path}/publish`, {});
    expect([first.status, first.body.tournament.status]).toEqual([200, "published"]);
    const second = await api.patch(`${path}/publish`);
    expect([second.status, second.body.code]).toEqual([409, "tournament_not_pending"]);
  });

  test.for(["publish", "cancel", "complete"])("%s refuses null as body", async (step, { api }) => {
    const path = step === "publish" ? await created(api) : await published(api);
    const before = (await api.get(path)).body.tournament;
    expect((await api.patch(`${path}/${step}`, undefined, { raw: "null" })).status).toBe(400);
    expect((await api.get(path)).body.tournament).toEqual(before);
  });
});

test("refuses joins and refunds every fee once after a cancellation", async ({ api }) => {
  const path = await published(api, { entryFee: 5 });
  await joined(api, path, "ada", "bob");
  expect((await api.get(path)).body.tournament.prizePool).toBe(10);
  expect((await api.patch(`${path}/cancel`)).status).toBe(200);
  const late = await api.post(`${path}/join`, { gamer: "eve" });
  expect([late.status, late.body.code]).toEqual([409, "tournament_not_published"]);
  const settlement = await settled(api, path);
  expect(settlement.kind).toBe("refund");
  expect(settlement.payouts.map(({ amount }) => amount)).toEqual([5, 5]);
  expect((await api.get(path)).body.tournament).toMatchObject({
    prizePool: 0,
    status: "cancelled",
    winner: null,
  });
});

test("pays the final ranks that the game gives", async ({ api }) => {
  const path = await published(api, { entryFee: 10, prizeSplit: [50, 30, 20] });
  await joined(api, path, "ada", "bob", "cyd", "dan");
  const ranks = [
    { gamer: "cyd", rank: 1 },
    { gamer: "ada", rank: 2 },
  ];
  expect((await api.patch(`${path}/complete`, { ranks })).status).toBe(200);
  await reaches(api, path, "completed");
  const { entries } = (await api.get(`${path}/entries`)).body;
  expect(entries.map(({ gamerHandle, rank }) => [gamerHandle, rank])).toEqual([
    ["cyd", 1],
    ["ada", 2],
    ["bob", 3],
    ["dan", 3],
  ]);
  const { payouts } = await settled(api, path);
  expect(payouts.map(({ amount }) => amount)).toEqual([20, 12, 4, 4]);
});

const SCORING = { operator: "sum", counted: 3, tieBreaks: ["lower"], reviewFrom: 1_000 };

test("shows the scoring with its defaults, and replaces it as a whole", async ({ api }) => {
  const path = await created(api, { startTime: inSeconds(60), scoring: SCORING });
  const { scoring } = (await api.get(path)).body.tournament;
  expect(scoring).toEqual({
    ...SCORING,
    direction: "higher",
    ties: "shared",
    attempts: 10_000,
    min: null,
    max: null,
    noScore: "out",
  });
  const update = async (change: object) =>
    (await api.patch(`${path}/update`, { scoring: change })).body.tournament.scoring;
  expect(await update({ ...scoring, attempts: 5 })).toEqual({ ...scoring, attempts: 5 });
  expect(await update({ max: -5 })).toMatchObject({
    operator: "best",
    max: -5,
    counted: null,
    tieBreaks: [],
  });
  expect((await create(api)).body.tournament).not.toHaveProperty("scoring");
});

test("shows metadata, replaces it, and removes it by null", async ({ api }) => {
  const metadata = { season: 3, tags: ["a", null, { deep: -0.5 }], "": "\u0000\ud800" };
  const path = await created(api, { startTime: inSeconds(60), metadata });
  expect((await api.get(path)).body.tournament.metadata).toEqual(metadata);
  const replaced = await api.patch(`${path}/metadata`, { metadata: {} });
  expect([replaced.status, replaced.body.tournament.metadata]).toEqual([200, {}]);
  const updated = await api.patch(`${path}/update`, { metadata: { a: 1 } });
  expect(updated.body.tournament.metadata).toEqual({ a: 1 });
  await api.patch(`${path}/metadata`, { metadata: null });
  expect((await api.get(path)).body.tournament).not.toHaveProperty("metadata");
});

test("refuses numbers in metadata that would not be stored exactly", async ({ api }) => {
  const raw = (number: string) =>
    JSON.stringify({ ...tournamentBody(api), metadata: { deep: [{ id: 1 }] } }).replace(
      '"id":1',
      `"id":${number}`,
    );
  const send = (number: string) => api.post("/tournament/create", undefined, { raw: raw(number) });
  for (const number of ["9007199254740993", "1e999", "-1e999"]) {
    const refused = await send(number);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      {
        pointer: "/metadata",
        detail: "contains a number that cannot be stored exactly; send it as a string",
      },
    ]);
  }
  expect((await api.get("/tournament")).body.tournaments).toEqual([]);
  for (const number of [9007199254740992, 5e-324]) {
    const { body } = await send(String(number));
    expect(body.tournament.metadata).toEqual({ deep: [{ id: number }] });
  }
});

test("gives an externalId to one of two simultaneous requests", async ({ api }) => {
  const answers = await Promise.all([1, 2].map(() => create(api, { externalId: "final-1" })));
  const [made, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect([made?.status, refused?.status]).toEqual([201, 409]);
  expect(refused?.body).toMatchObject({
    code: "external_id_taken",
    tournament: made?.body.tournament.id,
  });
  const { tournaments } = (await api.get("/tournament?externalId=final-1")).body;
  expect(tournaments.map(({ id }) => id)).toEqual([made?.body.tournament.id]);
  expect((await create(api)).body.tournament).not.toHaveProperty("externalId");
});
