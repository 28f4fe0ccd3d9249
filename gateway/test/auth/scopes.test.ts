import { create } from "@bufbuild/protobuf";
import { newId } from "@tms/kit/values/ids";
import { GameSchema } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { fastify } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessChecks } from "../../src/auth/access-checks.ts";
import { createEnvironments } from "../../src/auth/environment.ts";
import type { Need } from "../../src/auth/access.ts";
import type { Role as WordOfRole } from "@tms/resources/member";
import { scopesOf } from "../../src/auth/people/roles.ts";
import { isScope, SCOPES, suffices, type Scope } from "../../src/auth/scopes.ts";
import type { Strategy } from "../../src/auth/strategies/strategy.ts";
import { createFakes } from "../support/fakes.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

/** What each operation needs: a scope, a person, or nothing. */
const NEEDED: Record<string, Need> = {
  "GET /account": "read",
  "GET /account/transactions": "read",
  "GET /gamer": "read",
  "GET /gamer/{handle}": "read",
  "GET /gamer/{handle}/entries": "read",
  "GET /tournament/{tournamentId}/timeline": "read",
  "GET /ledger": "read",
  "GET /ledger/accounts": "read",
  "GET /ledger/accounts/{accountId}/transactions": "read",
  "GET /clock": "read",
  "GET /event": "read",
  "GET /event/stream": "read",
  "GET /event/{eventId}": "read",
  "GET /event/{eventId}/deliveries": "read",
  "GET /webhook": "read",
  "GET /webhook/{endpointId}": "read",
  "GET /webhook/{endpointId}/deliveries": "read",
  "GET /webhook/{endpointId}/deliveries/{eventId}": "read",
  "GET /request": "read",
  "GET /request/{requestId}": "read",
  "GET /tournament": "read",
  "GET /tournament/{tournamentId}": "read",
  "GET /tournament/{tournamentId}/entries": "read",
  "GET /tournament/{tournamentId}/entry/{handle}": "read",
  "GET /tournament/{tournamentId}/leaderboard": "read",
  "POST /tournament/{tournamentId}/leaderboard": "read",
  "GET /tournament/{tournamentId}/scores": "read",
  "GET /tournament/{tournamentId}/settlement": "read",
  "GET /tournament/{tournamentId}/settlement/preview": "read",
  "GET /tournament/{tournamentId}/statement": "read",
  "GET /wallet/{handle}": "read",
  "GET /wallet/{handle}/transactions": "read",
  "GET /game": "user",
  "GET /user": "user",
  "GET /user/sessions": "user",
  "GET /.well-known/jwks.json": "public",
  "PATCH /user/sessions/{sessionId}/revoke": "user",
  "PATCH /user/update": "user",
  "POST /auth/device": "public",
  "POST /auth/device/approve": "user",
  "POST /auth/password/forgot": "public",
  "POST /auth/password/reset": "public",
  "POST /auth/refresh": "public",
  "POST /auth/sign-in": "public",
  "POST /auth/sign-out": "public",
  "POST /auth/sign-up": "public",
  "POST /auth/token": "public",
  "POST /auth/verify": "public",
  "PATCH /clock/advance": "tournaments:write",
  "PATCH /gamer/{handle}/update": "entries:write",
  "PATCH /tournament/{tournamentId}/cancel": "tournaments:write",
  "PATCH /tournament/{tournamentId}/complete": "tournaments:write",
  "PATCH /tournament/{tournamentId}/disqualify": "entries:write",
  "PATCH /tournament/{tournamentId}/eliminate": "entries:write",
  "PATCH /tournament/{tournamentId}/metadata": "tournaments:write",
  "PATCH /tournament/{tournamentId}/publish": "tournaments:write",
  "PATCH /tournament/{tournamentId}/reinstate": "entries:write",
  "PATCH /tournament/{tournamentId}/review": "entries:write",
  "PATCH /tournament/{tournamentId}/update": "tournaments:write",
  "POST /game/create": "user",
  "POST /gamer/create": "entries:write",
  "POST /invitation/accept": "user",
  "POST /tournament/create": "tournaments:write",
  "POST /tournament/{tournamentId}/join": "entries:write",
  "POST /tournament/{tournamentId}/joins": "entries:write",
  "POST /tournament/{tournamentId}/score": "scores:write",
  "POST /tournament/{tournamentId}/scores": "scores:write",
  "POST /wallet/{handle}/deposit": "wallets:write",
  "POST /wallet/{handle}/withdraw": "wallets:write",
  "PATCH /webhook/{endpointId}/remove": "webhooks:write",
  "PATCH /webhook/{endpointId}/update": "webhooks:write",
  "POST /webhook/create": "webhooks:write",
  "POST /webhook/{endpointId}/deliveries/{eventId}/retry": "webhooks:write",
  "POST /webhook/{endpointId}/replay": "webhooks:write",
  "POST /webhook/{endpointId}/test": "webhooks:write",
};

/** What operations in a game need that are for people. */
const NEEDED_OF_PEOPLE: Record<string, Scope> = {
  "GET /game/{gameId}": "read",
  "GET /game/{gameId}/members": "read",
  "GET /key": "read",
  "PATCH /game/{gameId}/invitations/{invitationId}/withdraw": "members:write",
  "PATCH /game/{gameId}/members/{userId}/remove": "members:write",
  "PATCH /game/{gameId}/members/{userId}/update": "members:write",
  "PATCH /game/{gameId}/update": "game:write",
  "PATCH /key/{keyId}/revoke": "keys:write",
  "PATCH /key/{keyId}/update": "keys:write",
  "POST /game/{gameId}/members/invite": "members:write",
  "POST /game/{gameId}/test/reset": "game:write",
  "POST /key/create": "keys:write",
  "POST /key/{keyId}/roll": "keys:write",
  "GET /webhook/{endpointId}/secret": "webhooks:write",
  "POST /webhook/{endpointId}/roll": "webhooks:write",
};

/** Accepts whoever names scopes in a header, with these scopes. */
const byHeader: Strategy = async ({ "x-scopes": named }) => {
  if (typeof named !== "string") return undefined;
  const game = create(GameSchema, { id: newId(), currency: { code: "USD", exponent: 2 } });
  const scopes = new Set(named.split(" ").filter(isScope));
  return { actor: { type: "api_key", id: newId() }, game, scopes, ranges: undefined };
};

let gateway: TestGateway;
let keyed: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ strategies: [byHeader] });
  keyed = await startGateway();
});
afterAll(() => Promise.all([gateway.close(), keyed.close()]));

const parts = (operation: string) => {
  const [method = "", template = ""] = operation.split(" ");
  return { method, path: template.replace("{handle}", "ada").replaceAll(/\{\w+\}/g, newId()) };
};

async function codeWith(operation: string, scopes: string): Promise<string> {
  const { method, path } = parts(operation);
  const { body } = await gateway.raw(method, path, undefined, { "x-scopes": scopes });
  return body.code;
}

test("these lists have every operation", async () => {
  const { text } = await gateway.raw("GET", "/openapi.json");
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = Object.keys({ ...NEEDED, ...NEEDED_OF_PEOPLE });
  expect(listed.toSorted()).toEqual(operations.toSorted());
});

/** Operations of games that no API key may do, whatever its scopes. */
const isTeams = (name: string) => name.startsWith("GET /ledger");
const IN_GAMES = Object.entries(NEEDED).filter(
  ([name, needed]) => isScope(needed) && !isTeams(name),
);

test.each(IN_GAMES)("%s needs the scope %s and no other", async (name, needed) => {
  const others = SCOPES.filter((scope) => !suffices(new Set([scope]), needed as Scope)).join(" ");
  expect(await codeWith(name, others)).toBe("scope_missing");
  expect(await codeWith(name, needed)).not.toBe("scope_missing");
});

test("who may join and eliminate may record scores, and not the other way round", async () => {
  const [score, join] = ["POST /tournament/{id}/score", "POST /tournament/{id}/join"] as const;
  expect(await codeWith(score, "entries:write")).not.toBe("scope_missing");
  expect(await codeWith(join, "scores:write")).toBe("scope_missing");
  const more = SCOPES.filter((scope) => scope !== "entries:write" && scope !== "scores:write");
  expect(await codeWith(score, more.join(" "))).toBe("scope_missing");
});

test.each(IN_GAMES)("an API key may do %s", async (name) => {
  const { method, path } = parts(name);
  expect((await keyed.send(method, path)).status).not.toBe(403);
});

test.each(Object.keys(NEEDED_OF_PEOPLE))(
  "no API key may do %s, whatever its scopes",
  async (name) => {
    expect(await codeWith(name, SCOPES.join(" "))).toBe("person_required");
  },
);

const OF_ROLE = Object.entries({
  viewer: Role.VIEWER,
  developer: Role.DEVELOPER,
  owner: Role.OWNER,
});

test.each(Object.entries(NEEDED_OF_PEOPLE))(
  "%s needs the scope %s of a person's role",
  async (name, needed) => {
    const { games, identity, members } = keyed.fakes;
    const { game } = games.add();
    for (const [word, role] of OF_ROLE) {
      const person = await identity.add();
      members.add(person.userId, game, role);
      const headers = { authorization: `Bearer ${person.accessToken}`, "x-game-id": game.id };
      const { method, path } = parts(name.replace("{gameId}", game.projectId));
      const { body } = await keyed.raw(method, path, undefined, headers);
      const isMissing = !scopesOf(word as WordOfRole, "test").has(needed);
      expect([word, body.code === "scope_missing"]).toEqual([word, isMissing]);
    }
  },
);

test("a refusal names the scope, and comes before the body is read", async () => {
  const headers = { "x-scopes": "read", "content-type": "application/json" };
  const { status, body } = await gateway.raw("POST", "/gamer/create", "{broken", headers);
  expect([status, body.code]).toEqual([403, "scope_missing"]);
  expect(body.detail).toBe("This operation needs the scope entries:write.");
});

test("a request without a credential of any strategy is 401", async () => {
  const { status, body } = await gateway.raw("GET", "/tournament");
  expect([status, body.code]).toEqual([401, "api_key_missing"]);
});

test.each([
  ["no scope", undefined],
  ["an unknown one", { scope: "everything" }],
])("a route that declares %s fails the start", async (_, config) => {
  const app = fastify();
  await app.register(async (api) => {
    accessChecks(api, [], createEnvironments(createFakes().clients));
    expect(() => api.get("/thing", { ...(config && { config }) }, async () => "")).toThrow(
      "GET /thing declares no scope",
    );
  });
  await app.close();
});
