import { describe, expect, test } from "vitest";
import { created, published, reaches, settled } from "../harness/tournament.ts";
import { joined } from "../harness/gamers.ts";
import { newGame } from "./game.ts";

describe("update", () => {
  test("changes the listed fields of a pending tournament that has not started", async () => {
    const api = await newGame();
    const startTime = new Date(Date.now() + 60_000).toISOString();
    const path = await created(api, { startTime, entryFee: 1 });
    const { status, body } = await api.patch(`${path}/update`, { name: "New", entryFee: 3 });
    expect(status).toBe(200);
    expect(body.message).toBe("Tournament updated successfully");
    expect(body.tournament).toMatchObject({
      name: "New",
      entryFee: 3,
      description: "A tournament",
      startTime,
      status: "pending",
    });
    expect((await api.get(path)).body.tournament).toEqual(body.tournament);
  });

  test("is refused once the tournament has started", async () => {
    const api = await newGame();
    const path = await created(api);
    const { status, body } = await api.patch(`${path}/update`, { name: "New" });
    expect([status, body.code]).toEqual([409, "tournament_started"]);
    expect((await api.get(path)).body.tournament.name).toBe("Open");
  });

  test("is refused once the tournament is published", async () => {
    const api = await newGame();
    const path = await published(api, { startTime: new Date(Date.now() + 60_000).toISOString() });
    const { status, body } = await api.patch(`${path}/update`, { name: "New" });
    expect([status, body.code]).toEqual([409, "tournament_not_pending"]);
  });

  test("validates the merged values", async () => {
    const api = await newGame();
    const startTime = new Date(Date.now() + 60_000).toISOString();
    const path = await created(api, { startTime });
    const before = new Date(Date.now() + 30_000).toISOString();
    const { status, body } = await api.patch(`${path}/update`, { endTime: before });
    expect([status, body.errors[0]?.pointer]).toEqual([400, "/endTime"]);
    const unknown = await api.patch(`${path}/update`, { status: "published" });
    expect([unknown.status, unknown.body.errors[0]?.pointer]).toEqual([400, "/status"]);
  });
});

describe("publish", () => {
  test("opens a pending tournament, once", async () => {
    const api = await newGame();
    const path = await created(api);
    const first = await api.patch(`${path}/publish`);
    expect([first.status, first.body.tournament.status]).toEqual([200, "published"]);
    const second = await api.patch(`${path}/publish`);
    expect([second.status, second.body.code]).toEqual([409, "tournament_not_pending"]);
  });

  test("is refused after the end", async () => {
    const api = await newGame();
    const path = await created(api, {}, 300);
    await expect
      .poll(async () => (await api.patch(`${path}/publish`, {})).body.code)
      .toMatch(/tournament_ended|tournament_not_pending/);
  });
});

describe("cancel", () => {
  test("of a pending tournament ends it", async () => {
    const api = await newGame();
    const path = await created(api);
    const { status, body } = await api.patch(`${path}/cancel`);
    expect([status, body.tournament.status]).toEqual([200, "cancelled"]);
    const again = await api.patch(`${path}/cancel`);
    expect([again.status, again.body.code]).toEqual([409, "tournament_not_cancellable"]);
    expect((await api.patch(`${path}/publish`)).status).toBe(409);
  });

  test("of a published tournament refuses joins at once and refunds every fee once", async () => {
    const api = await newGame();
    const path = await published(api, { entryFee: 5 });
    await joined(api, path, "ada", "bob");
    expect((await api.get(path)).body.tournament.prizePool).toBe(10);
    expect((await api.patch(`${path}/cancel`)).status).toBe(200);
    const late = await api.post(`${path}/join`, { gamer: "eve" });
    expect([late.status, late.body.code]).toEqual([409, "tournament_not_published"]);
    const settlement = await settled(api, path);
    expect(settlement.kind).toBe("refund");
    expect(settlement.payouts.map((p) => p.amount)).toEqual([5, 5]);
    expect((await api.get(path)).body.tournament).toMatchObject({
      prizePool: 0,
      status: "cancelled",
      winner: null,
    });
  });
});

test.for(["publish", "cancel", "complete"])("%s refuses a body that says null", async (step) => {
  const api = await newGame();
  const path = step === "publish" ? await created(api) : await published(api);
  const before = (await api.get(path)).body.tournament;
  expect((await api.patch(`${path}/${step}`, undefined, { raw: "null" })).status).toBe(400);
  expect((await api.get(path)).body.tournament).toEqual(before);
});

describe("complete", () => {
  test("of a pending tournament is refused", async () => {
    const api = await newGame();
    const path = await created(api);
    const { status, body } = await api.patch(`${path}/complete`);
    expect([status, body.code]).toEqual([409, "tournament_not_published"]);
  });

  test("ends a published tournament now and pays it out", async () => {
    const api = await newGame();
    const path = await published(api, { entryFee: 5 });
    await joined(api, path, "ada", "bob");
    await api.patch(`${path}/eliminate`, { gamer: "bob" });
    const { status, body } = await api.patch(`${path}/complete`);
    expect([status, body.tournament.status]).toEqual([200, "settling"]);
    expect((await api.post(`${path}/join`, { gamer: "eve" })).status).toBe(409);
    const done = await reaches(api, path, "completed");
    const ada = (await api.get("/gamer/ada")).body.gamer;
    expect(done).toMatchObject({ winner: ada.id, winners: [ada.id], prizePool: 0 });
    expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(10);
    expect((await api.patch(`${path}/complete`)).status).toBe(409);
    expect((await api.patch(`${path}/cancel`)).status).toBe(409);
  });

  test("takes the final ranks its game gives", async () => {
    const api = await newGame();
    const path = await published(api, { entryFee: 10, prizeSplit: [50, 30, 20] });
    await joined(api, path, "ada", "bob", "cyd", "dan");
    const ranks = [
      { gamer: "cyd", rank: 1 },
      { gamer: "ada", rank: 2 },
    ];
    expect((await api.patch(`${path}/complete`, { ranks })).status).toBe(200);
    await reaches(api, path, "completed");
    const { entries } = (await api.get(`${path}/entries`)).body;
    expect(entries.map((e) => [e.gamerHandle, e.rank])).toEqual([
      ["cyd", 1],
      ["ada", 2],
      ["bob", 3],
      ["dan", 3],
    ]);
    const { payouts } = await settled(api, path);
    expect(payouts.map((p) => p.amount)).toEqual([20, 12, 4, 4]);
  });

  test.for([
    [
      "a gap",
      [
        { gamer: "ada", rank: 1 },
        { gamer: "bob", rank: 3 },
      ],
      400,
      "ranks_invalid",
    ],
    ["no first", [{ gamer: "ada", rank: 2 }], 400, "ranks_invalid"],
    ["a stranger", [{ gamer: "zoe", rank: 1 }], 404, "gamer_not_found"],
    [
      "a gamer twice",
      [
        { gamer: "ada", rank: 1 },
        { gamer: "ada", rank: 1 },
      ],
      400,
      "invalid_argument",
    ],
    ["someone eliminated", [{ gamer: "cyd", rank: 1 }], 409, "gamer_already_eliminated"],
    ["someone disqualified", [{ gamer: "dan", rank: 1 }], 409, "gamer_disqualified"],
  ] as const)("is refused for ranks with %s, and ends nothing", async ([, ranks, status, code]) => {
    const api = await newGame();
    const path = await published(api);
    await joined(api, path, "ada", "bob", "cyd", "dan");
    await api.patch(`${path}/eliminate`, { gamer: "cyd" });
    await api.patch(`${path}/disqualify`, { gamer: "dan", reason: "cheating" });
    const answer = await api.patch(`${path}/complete`, { ranks });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await api.get(path)).body.tournament.status).toBe("published");
  });
});
