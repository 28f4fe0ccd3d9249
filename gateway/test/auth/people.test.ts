import { newId } from "@tms/kit/values/ids";
import { Mode } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FakePerson } from "../support/fake-identity.ts";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
let ada: FakePerson;
beforeAll(async () => {
  gateway = await startGateway();
  ada = await gateway.fakes.identity.add();
  gateway.fakes.members.add(ada.userId, gateway.game, Role.OWNER);
});
afterAll(() => gateway.close());

const json = { "content-type": "application/json" };
const as = (token: string, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${token}`,
  ...more,
});
const inGame = (game = gateway.game) => ({ "x-game-id": game.id });
const get = (path: string, headers: Record<string, string>) =>
  gateway.raw("GET", path, undefined, headers);
const post = (path: string, body: unknown, headers: Record<string, string>) =>
  gateway.raw("POST", path, JSON.stringify(body), { ...json, ...headers });

async function created(): Promise<string> {
  const made = await gateway.send("POST", "/tournament/create", newTournament(gateway.game));
  return made.body.tournament.id;
}

describe("the game of a person's request", () => {
  test("is the one that X-Game-Id names, in any case of letters", async () => {
    const list = await get("/tournament", as(ada.accessToken, inGame()));
    expect(list.status).toBe(200);
    const upper = { "x-game-id": gateway.game.id.toUpperCase() };
    expect((await get("/tournament", as(ada.accessToken, upper))).status).toBe(200);
  });

  test("is that of the body on create", async () => {
    const body = newTournament(gateway.game);
    const made = await post("/tournament/create", body, as(ada.accessToken));
    expect(made.status).toBe(201);
    expect(made.body.tournament.game.id).toBe(gateway.game.id);
    const both = await post("/tournament/create", body, as(ada.accessToken, inGame()));
    expect(both.status).toBe(201);
  });

  test("is the tournament's own where nothing else names it, and is looked up once", async () => {
    const id = await created();
    gateway.fakes.calls.length = 0;
    for (const path of [`/tournament/${id}`, `/tournament/${id}/entries`])
      expect((await get(path, as(ada.accessToken))).status).toBe(200);
    const asked = gateway.fakes.calls.filter(({ rpc }) => rpc === "BatchFindGames");
    expect(asked).toHaveLength(1);
  });

  test("must be named: 400 where neither header, body nor tournament does", async () => {
    const { status, body } = await get("/tournament", as(ada.accessToken));
    expect([status, body.code]).toEqual([400, "game_required"]);
  });

  test("must be one: 400 for two that disagree", async () => {
    const other = gateway.fakes.games.add();
    gateway.fakes.members.add(ada.userId, other.game, Role.OWNER);
    const body = newTournament(gateway.game);
    const answers = [
      await post("/tournament/create", body, as(ada.accessToken, inGame(other.game))),
      await get("/tournament", { "x-api-key": gateway.key, ...inGame(other.game) }),
      await get("/tournament", { "x-api-key": gateway.key, ...as(ada.accessToken) }),
    ];
    for (const { status, body: problem } of answers)
      expect([status, problem.code]).toEqual([400, "credentials_conflict"]);
  });

  test("is told to no stranger: 404 as for a game or tournament that is none", async () => {
    const eve = await gateway.fakes.identity.add();
    const id = await created();
    const detailOf = async (path: string, headers: Record<string, string>) => {
      const { status, body } = await get(path, as(eve.accessToken, headers));
      return [status, body.code, body.detail];
    };
    const unknownGame = { "x-game-id": newId() };
    expect(await detailOf("/tournament", inGame())).toEqual(
      await detailOf("/tournament", unknownGame),
    );
    expect(await detailOf("/tournament", inGame())).toContain("game_not_found");
    expect(await detailOf("/tournament", { "x-game-id": "none" })).toContain("game_not_found");
    const own = await detailOf(`/tournament/${id}`, {});
    expect(own).toEqual(await detailOf(`/tournament/${newId()}`, {}));
    expect(own).toContain("tournament_not_found");
    const body = newTournament(gateway.game);
    const made = await post("/tournament/create", body, as(eve.accessToken));
    expect([made.status, made.body.code]).toEqual([404, "game_not_found"]);
  });
});

test("many requests at a time ask once about a session, a role and the keys", async () => {
  const bob = await gateway.fakes.identity.add();
  gateway.fakes.members.add(bob.userId, gateway.game, Role.VIEWER);
  gateway.fakes.calls.length = 0;
  const asking = Array.from({ length: 20 }, () => get("/account", as(bob.accessToken, inGame())));
  expect((await Promise.all(asking)).every(({ status }) => status === 200)).toBe(true);
  const counted = (rpc: string) => gateway.fakes.calls.filter((call) => call.rpc === rpc).length;
  expect([counted("BatchCheckSessions"), counted("AuthorizePerson")]).toEqual([1, 1]);
  expect(counted("ListSigningKeys")).toBeLessThanOrEqual(1);
});

test("people and games do not share Idempotency-Keys", async () => {
  const bob = await gateway.fakes.identity.add();
  gateway.fakes.members.add(bob.userId, gateway.game, Role.OWNER);
  const other = gateway.fakes.games.add();
  gateway.fakes.members.add(ada.userId, other.game, Role.OWNER);
  const key = { "idempotency-key": newId() };
  const make = (headers: Record<string, string>, game = gateway.game) =>
    post("/tournament/create", newTournament(game), { ...key, ...headers });
  const answers = [
    await make({ "x-api-key": gateway.key }),
    await make(as(ada.accessToken)),
    await make(as(bob.accessToken)),
    await make(as(ada.accessToken), other.game),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.tournament.id)).size).toBe(4);
  const repeat = await make(as(ada.accessToken));
  expect(repeat.headers.get("idempotency-replayed")).toBe("true");
  expect(repeat.body.tournament.id).toBe(answers[1]?.body.tournament.id);
});

test("a developer moves money in test, and not in live", async () => {
  const bob = await gateway.fakes.identity.add();
  const deposit = async (mode: Mode) => {
    const { game } = gateway.fakes.games.add({ mode });
    gateway.fakes.members.add(bob.userId, game, Role.DEVELOPER);
    const headers = as(bob.accessToken, inGame(game));
    return await post("/wallet/ada/deposit", { amount: 1 }, headers);
  };
  expect((await deposit(Mode.TEST)).status).toBe(201);
  const { status, body } = await deposit(Mode.LIVE);
  expect([status, body.code]).toEqual([403, "scope_missing"]);
  expect(body.detail).toContain("wallets:write");
});

test("a person has 1,200 requests a minute", async () => {
  const { headers } = await get("/user", as(ada.accessToken));
  expect(headers.get("ratelimit-limit")).toBe("1200");
});

test("with identity down a key works as ever, and a person is told to come back", async () => {
  const own = await startGateway();
  const bob = await own.fakes.identity.add();
  own.fakes.identity.away = true;
  try {
    expect((await own.send("GET", "/tournament")).status).toBe(200);
    const headers = { authorization: `Bearer ${bob.accessToken}`, "x-game-id": own.game.id };
    const {
      status,
      headers: answered,
      body,
    } = await own.raw("GET", "/tournament", undefined, headers);
    expect([status, body.code]).toEqual([503, "unavailable"]);
    expect(answered.get("retry-after")).toBe("1");
  } finally {
    await own.close();
  }
});
