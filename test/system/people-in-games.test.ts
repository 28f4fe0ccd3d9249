import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { MemberService, Role } from "@tms/proto/tms/game/v1/member";
import { beforeAll, expect, inject, test } from "vitest";
import { until } from "@tms/stack/until";
import { bearer, callAs, joinTeam, newPerson, type TestPerson } from "../harness/people.ts";
import { termsOf } from "../harness/tournament.ts";
import { newGame } from "./game.ts";
import type { Api } from "../harness/api.ts";

const gatewayUrl = inject("baseUrl");
const system = { urls: inject("urls"), token: inject("tokens").test };
const call = (person: TestPerson, path: readonly [string, string], body?: unknown, headers = {}) =>
  callAs(gatewayUrl, path, body, { ...bearer(person), ...headers });

let game: Api;
let owner: TestPerson;
let viewer: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  game = await newGame();
  [owner, viewer, stranger] = await Promise.all([
    newPerson(gatewayUrl),
    newPerson(gatewayUrl),
    newPerson(gatewayUrl),
  ]);
  await joinTeam(system, game.gameId, { userId: owner.id, role: Role.OWNER });
  await joinTeam(system, game.gameId, { userId: viewer.id, role: Role.VIEWER });
});

const terms = () => termsOf(game.gameId, { entryFee: 1 });
const header = () => ({ "x-game-id": game.gameId });

test("an owner plays a tournament through by token, and a key sees the same", async () => {
  const made = await call(owner, ["POST", "/tournament/create"], terms());
  expect(made.status).toBe(201);
  const path = `/tournament/${made.body.tournament.id}`;
  expect((await call(owner, ["PATCH", `${path}/publish`])).status).toBe(200);
  expect((await call(owner, ["POST", `${path}/join`], { gamer: "ada" })).status).toBe(201);
  expect((await call(owner, ["PATCH", `${path}/eliminate`], { gamer: "ada" })).status).toBe(200);
  const deposit = ["POST", "/wallet/ada/deposit"] as const;
  expect((await call(owner, deposit, { amount: 1 }, header())).status).toBe(201);
  const [byToken, byKey] = [await call(owner, ["GET", path]), await game.get(path)];
  expect(byToken.body.tournament).toEqual(byKey.body.tournament);
});

test("a viewer reads, and changes nothing", async () => {
  expect((await call(viewer, ["GET", "/tournament"], undefined, header())).status).toBe(200);
  const { status, body } = await call(viewer, ["POST", "/tournament/create"], terms());
  expect([status, body.code]).toEqual([403, "scope_missing"]);
});

test("a stranger finds nothing", async () => {
  const made = await call(owner, ["POST", "/tournament/create"], terms());
  const path = `/tournament/${made.body.tournament.id}`;
  const answers = [
    await call(stranger, ["GET", "/tournament"], undefined, header()),
    await call(stranger, ["GET", path]),
    await call(stranger, ["GET", `/tournament/${newId()}`]),
    await call(stranger, ["POST", "/tournament/create"], terms()),
  ];
  expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
    "404 game_not_found",
    "404 tournament_not_found",
    "404 tournament_not_found",
    "404 game_not_found",
  ]);
});

test("refuses a removed member", async () => {
  const members = connectTo(MemberService, system.urls.game, system.token);
  const where = { case: "gameId", value: game.gameId } as const;
  const { game: found } = await members.authorizePerson({ userId: viewer.id, where });
  const list = () => call(viewer, ["GET", "/tournament"], undefined, header());
  expect((await list()).status).toBe(200);
  const projectId = found?.projectId ?? "";
  await members.removeMember({ requestId: newId(), projectId, userId: viewer.id });
  await until(async () => (await list()).status === 404, {
    timeoutMs: 60_000,
    everyMs: 250,
    what: "the end of the membership",
  });
});
