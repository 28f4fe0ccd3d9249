import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import type { GameJson } from "../../src/openapi/schemas/game.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { signedIn, type TestPerson } from "../support/person.ts";

let gateway: TestGateway;
let ada: TestPerson;
beforeAll(async () => {
  gateway = await startGateway();
  ada = await signedIn(gateway);
});
afterAll(() => gateway.close());

const created = async (body: object = {}) =>
  (await ada.send("POST", "/game/create", { name: "Star Race", ...body })).body.game;

/** A game whose clock, which runs, stands still. */
function still({ environments, ...game }: GameJson): GameJson {
  const { live, test: trial } = environments;
  const clock = { ...trial.clock, now: "now" };
  return { ...game, environments: { live, test: { ...trial, clock } } };
}

describe("a person's game", () => {
  test("has two environments, and its creator owns it", async () => {
    const { status, body } = await ada.send("POST", "/game/create", { name: "Star Race" });
    expect(status).toBe(201);
    expect(body.message).toBe("Game created successfully");
    expect(body.game).toEqual({
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
        live: { id: expect.any(String) },
        test: {
          id: expect.any(String),
          clock: {
            now: expect.stringMatching(/Z$/),
            aheadSeconds: 0,
            state: "ready",
            advancingTo: null,
          },
        },
      },
    });
    const { live, test: trial } = body.game.environments;
    expect(new Set([body.game.id, live.id, trial.id]).size).toBe(3);
    for (const { id } of [live, trial])
      expect((await ada.in(id)("GET", "/account")).body.account.game).toBe(id);
  });

  test.each([
    ["USD", undefined, 2],
    ["JPY", undefined, 0],
    ["HUF", undefined, 2],
    ["KWD", undefined, 3],
    ["GEMS", undefined, 0],
    ["GEMS", 4, 4],
  ])("counts %s in the decimals that it has", async (currency, currencyDecimals, decimals) => {
    const game = await created({ currency, ...(currencyDecimals && { currencyDecimals }) });
    expect([game.currency, game.currencyDecimals]).toEqual([currency, decimals]);
  });

  test("keeps its terms exactly", async () => {
    const terms = { payer: "wallet", platformFeePercent: 2.55, creditLimit: 1000.5 };
    expect(await created(terms)).toMatchObject(terms);
    expect(await created({ creditLimit: null })).toMatchObject({ creditLimit: null });
  });

  test.each([
    ["no name", { name: "" }, "/name"],
    ["a share with three decimals", { platformFeePercent: 2.555 }, "/platformFeePercent"],
    ["a share of more than half", { platformFeePercent: 50.01 }, "/platformFeePercent"],
    ["a limit finer than the currency", { creditLimit: 0.001 }, "/creditLimit"],
    ["a limit beyond counting", { creditLimit: 1e300 }, "/creditLimit"],
    ["a currency that is none", { currency: "usd" }, "/currency"],
    ["decimals that none has", { currencyDecimals: 9 }, "/currencyDecimals"],
    ["a payer that is none", { payer: "bank" }, "/payer"],
    ["an unknown field", { mode: "live" }, "/mode"],
  ])("is refused with %s", async (_, part, pointer) => {
    const { status, body } = await ada.send("POST", "/game/create", { name: "Star Race", ...part });
    expect([status, body.errors.map((one) => one.pointer)]).toEqual([400, [pointer]]);
  });

  test("is created once, however often the request is repeated", async () => {
    const key = { "idempotency-key": "make-it" };
    const body = { name: "Once" };
    const first = await ada.send("POST", "/game/create", body, key);
    const again = await ada.send("POST", "/game/create", body, key);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });

  test("is listed and read by its members alone", async () => {
    const game = await created({ name: "Listed" });
    const eve = await signedIn(gateway);
    const listed = await ada.send("GET", "/game?limit=100");
    expect(listed.body.games.map(still)).toContainEqual(still(game));
    expect(listed.body.nextCursor).toBeNull();
    const read = await ada.send("GET", `/game/${game.id.toUpperCase()}`);
    expect(still(read.body.game)).toEqual(still(game));
    expect((await eve.send("GET", "/game")).body.games).toEqual([]);
    for (const id of [game.id, game.environments.live.id, newId(), "nonsense"]) {
      const { status, body } = await eve.send("GET", `/game/${id}`);
      expect([status, body.code]).toEqual([404, "game_not_found"]);
    }
  });

  test("is not named by the id of an environment", async () => {
    const { environments } = await created();
    expect((await ada.send("GET", `/game/${environments.live.id}`)).status).toBe(404);
  });

  test("must be the one that X-Game-Id names, if that names one", async () => {
    const [one, other] = [await created(), await created()];
    const path = `/game/${one.id}`;
    expect((await ada.in(one.environments.test.id)("GET", path)).status).toBe(200);
    const conflict = await ada.in(other.environments.test.id)("GET", path);
    expect([conflict.status, conflict.body.code]).toEqual([400, "credentials_conflict"]);
    expect((await ada.in(newId())("GET", path)).status).toBe(404);
  });
});

describe("a change of a game", () => {
  test("renames it, and is seen at once", async () => {
    const game = await created();
    const renamed = await ada.send("PATCH", `/game/${game.id}/update`, { name: "Moon Race" });
    expect(renamed.body.message).toBe("Game renamed successfully");
    expect(still(renamed.body.game)).toEqual({ ...still(game), name: "Moon Race" });
    expect((await ada.send("GET", `/game/${game.id}`)).body.game.name).toBe("Moon Race");
  });

  test("replaces the test environment by another, once its name was typed again", async () => {
    const game = await created();
    const path = `/game/${game.id}/test/reset`;
    const wrong = await ada.send("POST", path, { name: "star race" });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [{ pointer: "/name", detail: "is not the game's name" }],
    ]);
    const { status, body } = await ada.send("POST", path, { name: "Star Race" });
    expect(status).toBe(201);
    expect(body.game.environments.live).toEqual(game.environments.live);
    expect(body.game.environments.test).not.toEqual(game.environments.test);
    const inNew = ada.in(body.game.environments.test.id);
    expect((await inNew("GET", `/game/${game.id}`)).status).toBe(200);
  });

  test("is an owner's", async () => {
    const game = await created();
    for (const role of [Role.VIEWER, Role.DEVELOPER]) {
      const person = await signedIn(gateway);
      const { game: live } = gateway.fakes.games.find(game.id) ?? {};
      if (live) gateway.fakes.members.add(person.userId, live, role);
      const { status, body } = await person.send("PATCH", `/game/${game.id}/update`, { name: "X" });
      expect([status, body.code]).toEqual([403, "scope_missing"]);
      expect((await person.send("GET", `/game/${game.id}`)).status).toBe(200);
    }
  });
});
