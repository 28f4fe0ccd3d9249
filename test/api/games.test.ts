import { newId } from "@tms/kit/values/ids";
import { apiOf } from "../harness/api.ts";
import type { GameBody } from "../harness/bodies.ts";
import { gameOf } from "../harness/team.ts";
import { describe, expect, test } from "../world/test.ts";

/** Returns a game without the time of its clock. */
const still = ({ environments: { live, test: trial }, ...game }: GameBody) => ({
  ...game,
  environments: { live, test: { ...trial, clock: { ...trial.clock, now: "" } } },
});

describe("a game", () => {
  test("has two environments, and its creator owns it", async ({ newPerson }) => {
    const ada = await newPerson();
    const { status, body } = await ada.send("POST", "/game/create", { name: "Star Race" });
    expect([status, body.message]).toEqual([201, "Game created successfully"]);
    const { live, test: trial } = body.game.environments;
    expect(still(body.game)).toEqual({
      id: expect.any(String),
      name: "Star Race",
      role: "owner",
      currency: "USD",
      currencyDecimals: 2,
      payer: "game",
      platformFeePercent: 0,
      creditLimit: null,
      createdAt: expect.stringMatching(/Z$/),
      environments: {
        live: { id: live.id },
        test: {
          id: trial.id,
          clock: { now: "", aheadSeconds: 0, state: "ready", advancingTo: null },
        },
      },
    });
    expect(new Set([body.game.id, live.id, trial.id]).size).toBe(3);
    for (const { id } of [live, trial])
      expect((await ada.in(id)("GET", "/account")).body.account.game).toBe(id);
  });

  test.for([
    [{ currency: "USD" }, { currencyDecimals: 2 }],
    [{ currency: "JPY" }, { currencyDecimals: 0 }],
    [{ currency: "HUF" }, { currencyDecimals: 2 }],
    [{ currency: "KWD" }, { currencyDecimals: 3 }],
    [{ currency: "GEMS" }, { currencyDecimals: 0 }],
    [{ currency: "GEMS", currencyDecimals: 4 }, {}],
    [{ payer: "wallet", platformFeePercent: 2.55, creditLimit: 1000.5 }, {}],
    [{ creditLimit: null }, {}],
  ])("keeps the terms %j exactly, and counts with %j", async ([terms, more], { newPerson }) => {
    const body = { name: "Star Race", ...terms };
    const { game } = (await (await newPerson()).send("POST", "/game/create", body)).body;
    expect(game).toMatchObject({ ...terms, ...more });
  });

  test.for([
    ["no name", { name: "" }, "/name"],
    ["a share with three decimals", { platformFeePercent: 2.555 }, "/platformFeePercent"],
    ["a share of more than half", { platformFeePercent: 50.01 }, "/platformFeePercent"],
    ["a limit finer than the currency", { creditLimit: 0.001 }, "/creditLimit"],
    ["a limit beyond counting", { creditLimit: 1e300 }, "/creditLimit"],
    ["a currency in lower case", { currency: "usd" }, "/currency"],
    ["nine decimals", { currencyDecimals: 9 }, "/currencyDecimals"],
    ["an unknown payer", { payer: "bank" }, "/payer"],
    ["an unknown field", { mode: "live" }, "/mode"],
  ] as const)("is refused with %s", async ([, part, pointer], { newPerson }) => {
    const body = { name: "Star Race", ...part };
    const answer = await (await newPerson()).send("POST", "/game/create", body);
    expect([answer.status, answer.body.errors.map((error) => error.pointer)]).toEqual([
      400,
      [pointer],
    ]);
  });

  test("is shown to its members alone", async ({ newPerson }) => {
    const [ada, eve] = [await newPerson(), await newPerson()];
    const game = await gameOf(ada);
    const listed = await ada.send("GET", "/game?limit=100");
    expect(listed.body.games.map(still)).toEqual([still(game)]);
    expect(listed.body.nextCursor).toBeNull();
    const read = await ada.send("GET", `/game/${game.id.toUpperCase()}`);
    expect(still(read.body.game)).toEqual(still(game));
    expect((await eve.send("GET", "/game")).body.games).toEqual([]);
    const { live } = game.environments;
    const tries = [
      ...[game.id, live.id, newId(), "nonsense"].map((id) => eve.send("GET", `/game/${id}`)),
      eve.send("GET", `/game/${game.id}/members`),
      eve.send("PATCH", `/game/${game.id}/update`, { name: "Mine" }),
      eve.send("POST", `/game/${game.id}/test/reset`, { name: "Star Race" }),
      eve.send("PATCH", `/game/${game.id}/members/${ada.id}/remove`),
      eve.send("PATCH", `/game/${game.id}/members/${eve.id}/remove`),
      eve.in(live.id)("GET", "/key"),
    ];
    for (const { status, body } of await Promise.all(tries))
      expect([status, body.code]).toEqual([404, "game_not_found"]);
  });
});

describe("a change of a game", () => {
  test("renames it, and nothing else", async ({ newPerson }) => {
    const ada = await newPerson();
    const game = await gameOf(ada);
    const path = `/game/${game.id}`;
    const renamed = await ada.send("PATCH", `${path}/update`, { name: "Moon Race" });
    expect(renamed.body.message).toBe("Game renamed successfully");
    expect(still(renamed.body.game)).toEqual({ ...still(game), name: "Moon Race" });
    expect((await ada.send("GET", path)).body.game.name).toBe("Moon Race");
    const more = await ada.send("PATCH", `${path}/update`, { name: "X", payer: "wallet" });
    expect([more.status, more.body.errors[0]?.pointer]).toEqual([400, "/payer"]);
  });

  test("replaces the test environment by an empty one, and ends its keys", async ({
    newPerson,
    live: { gateway },
  }) => {
    const ada = await newPerson();
    const game = await gameOf(ada);
    const { live, test: old } = game.environments;
    const keyIn = async (gameId: string) => {
      const { body } = await ada.in(gameId)("POST", "/key/create", { name: "Server" });
      return apiOf(gateway.url, { gameId, apiKey: body.secret ?? "" });
    };
    const [inLive, inOld] = [await keyIn(live.id), await keyIn(old.id)];
    expect((await inOld.post("/wallet/ada/deposit", { amount: 5 })).status).toBe(201);
    const path = `/game/${game.id}/test/reset`;
    const wrong = await ada.send("POST", path, { name: "star race" });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [{ pointer: "/name", detail: "must be the name of the game" }],
    ]);
    const header = { "idempotency-key": newId() };
    const reset = () => ada.send("POST", path, { name: "Star Race" }, header);
    const { status, body } = await reset();
    expect([status, body.game.environments.live]).toEqual([201, live]);
    expect(still((await reset()).body.game)).toEqual(still(body.game));
    const fresh = body.game.environments.test.id;
    expect(fresh).not.toBe(old.id);
    expect(still((await ada.send("GET", `/game/${game.id}`)).body.game)).toEqual(still(body.game));
    await expect.poll(async () => (await inOld.get("/account")).status).toBe(401);
    await expect.poll(async () => (await ada.in(old.id)("GET", "/tournament")).status).toBe(404);
    expect((await (await keyIn(fresh)).get("/wallet/ada")).status).toBe(404);
    expect((await inLive.get("/account")).status).toBe(200);
  });
});
