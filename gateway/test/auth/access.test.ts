import { newId } from "@tms/kit/values/ids";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { isScope, type Scope } from "@tms/resources/rights";
import { fastify } from "fastify";
import { whenServed } from "../../../test/harness/api.ts";
import { created, idOf, termsOf } from "../../../test/harness/tournament.ts";
import { apiIn, createPerson, createTeam, type KeySettings } from "../../../test/world/callers.ts";
import type { WorldGateway } from "../../../test/world/gateway.ts";
import { expect, test as base } from "../../../test/world/test.ts";
import { accessChecks } from "../../src/auth/access-checks.ts";
import type { Need } from "../../src/auth/access.ts";

// Each operation by each kind of credential: the credential is let in, or refused for a reason.

/**
 * The needs of operations: a scope in a game, a person, or nothing. Some scopes are for people only.
 * A line that is indented continues the line before.
 */
const NEEDS = `
public all GET /.well-known/jwks.json
public all POST /auth/device /auth/password/forgot /auth/password/reset /auth/refresh
  /auth/sign-in /auth/sign-out /auth/sign-up /auth/token /auth/verify
user all GET /game /user /user/sessions
user all PATCH /user/sessions/{sessionId}/revoke /user/update
user all POST /auth/device/approve /game/create /invitation/accept
read all GET /account /account/transactions /clock /event /event/stream /event/{eventId}
  /event/{eventId}/deliveries /gamer /gamer/{handle} /gamer/{handle}/entries /request
  /request/{requestId} /tournament /tournament/{tournamentId} /tournament/{tournamentId}/entries
  /tournament/{tournamentId}/entry/{handle} /tournament/{tournamentId}/leaderboard
  /tournament/{tournamentId}/scores /tournament/{tournamentId}/settlement
  /tournament/{tournamentId}/settlement/preview /tournament/{tournamentId}/statement
  /tournament/{tournamentId}/timeline /wallet/{handle} /wallet/{handle}/transactions /webhook
  /webhook/{endpointId} /webhook/{endpointId}/deliveries
  /webhook/{endpointId}/deliveries/{eventId}
read all POST /tournament/{tournamentId}/leaderboard
read people GET /game/{gameId} /game/{gameId}/members /key /ledger /ledger/accounts
  /ledger/accounts/{accountId}/transactions
tournaments:write all POST /tournament/create
tournaments:write all PATCH /clock/advance /tournament/{tournamentId}/cancel
  /tournament/{tournamentId}/complete /tournament/{tournamentId}/metadata
  /tournament/{tournamentId}/publish /tournament/{tournamentId}/update
entries:write all POST /gamer/create /tournament/{tournamentId}/join
  /tournament/{tournamentId}/joins
entries:write all PATCH /gamer/{handle}/update /tournament/{tournamentId}/disqualify
  /tournament/{tournamentId}/eliminate /tournament/{tournamentId}/reinstate
  /tournament/{tournamentId}/review
scores:write all POST /tournament/{tournamentId}/score /tournament/{tournamentId}/scores
wallets:write all POST /wallet/{handle}/deposit /wallet/{handle}/withdraw
webhooks:write all PATCH /webhook/{endpointId}/remove /webhook/{endpointId}/update
webhooks:write all POST /webhook/create /webhook/{endpointId}/deliveries/{eventId}/retry
  /webhook/{endpointId}/replay /webhook/{endpointId}/test
webhooks:write people GET /webhook/{endpointId}/secret
webhooks:write people POST /webhook/{endpointId}/roll
keys:write people POST /key/create /key/{keyId}/roll
keys:write people PATCH /key/{keyId}/revoke /key/{keyId}/update
members:write people POST /game/{gameId}/members/invite
members:write people PATCH /game/{gameId}/invitations/{invitationId}/withdraw
  /game/{gameId}/members/{userId}/remove /game/{gameId}/members/{userId}/update
game:write people POST /game/{gameId}/test/reset
game:write people PATCH /game/{gameId}/update
`
  .trim()
  .split(/\n(?=\S)/)
  .map((line) => {
    const [need, audience, method = "", ...paths] = line.split(/\s+/);
    return { need: need as Need, audience: audience as "all" | "people", method, paths };
  });

const KEY_SCOPES: Partial<Record<Scope, KeyScope>> = {
  read: KeyScope.READ,
  "tournaments:write": KeyScope.TOURNAMENTS_WRITE,
  "entries:write": KeyScope.ENTRIES_WRITE,
  "scores:write": KeyScope.SCORES_WRITE,
  "wallets:write": KeyScope.WALLETS_WRITE,
  "webhooks:write": KeyScope.WEBHOOKS_WRITE,
};

type Headers = Record<string, string>;

/** A credential, and its outcome where a scope of a game or a person is needed. */
interface Credential {
  name: string;
  headers: Headers;
  /** A person's outcome counts for all operations in games, a key's for those that are not for people. */
  isPerson: boolean;
  inGames: (scope: Scope) => string;
  forPeople: string;
}

const LET_IN = "let in";
const SCOPE_MISSING = "403 scope_missing";

/** Makes a credential of each kind for a game. */
async function makeCredentials(gateway: WorldGateway) {
  const { world } = gateway;
  const team = await createTeam(gateway);
  const gameId = team.live;
  const byKey = (name: string, key: string, inGames: (scope: Scope) => string): Credential => ({
    name,
    headers: { "x-api-key": key },
    isPerson: false,
    inGames,
    forPeople: "403 person_required",
  });
  // Each key may read.
  const keyWith = async (scopes: Scope[], includes: Scope[] = ["read"]) => {
    const settings: KeySettings = { scopes: scopes.flatMap((scope) => KEY_SCOPES[scope] ?? []) };
    const { apiKey } = await apiIn(gateway, gameId, settings);
    return byKey(`a key with ${scopes.join(", ")}`, apiKey, (scope) =>
      [...scopes, ...includes].includes(scope) ? LET_IN : SCOPE_MISSING,
    );
  };
  const byToken = (
    name: string,
    token: string,
    inGames: (scope: Scope) => string,
    forPeople = LET_IN,
  ): Credential => ({
    name,
    headers: { authorization: `Bearer ${token}`, "x-game-id": gameId },
    isPerson: true,
    inGames,
    forPeople,
  });
  const always = (credential: Credential, outcome: string): Credential => ({
    ...credential,
    inGames: () => outcome,
    forPeople: outcome,
  });
  const whole = await apiIn(gateway, gameId);
  const revoked = await apiIn(gateway, gameId, { name: "Revoked" });
  const { apiKeys } = await world.game.listApiKeys({ gameId });
  const apiKeyId = apiKeys.find(({ name }) => name === "Revoked")?.id ?? "";
  await world.game.revokeApiKey({ requestId: newId(), gameId, apiKeyId });
  const elsewhere = await apiIn(gateway, gameId, { ipRanges: ["203.0.113.0/24"] });
  const [viewer, developer] = [await team.member(Role.VIEWER), await team.member(Role.DEVELOPER)];
  const [ended, stranger] = [await team.member(Role.OWNER), await createPerson(gateway)];
  const { id: userId, sessionId } = ended;
  await world.identity.revokeSession({ userId, sessionId });
  const lacks = (scopes: Scope[]) => (scope: Scope) =>
    scopes.includes(scope) ? SCOPE_MISSING : LET_IN;
  const credentials: Credential[] = [
    {
      name: "no credential",
      headers: {},
      isPerson: false,
      inGames: () => "401 api_key_missing",
      forPeople: "401 token_missing",
    },
    always(
      byKey("a revoked key", revoked.apiKey, () => ""),
      "401 api_key_invalid",
    ),
    always(
      byKey("a key of elsewhere", elsewhere.apiKey, () => ""),
      "403 address_not_allowed",
    ),
    byKey("a key", whole.apiKey, (scope) => (scope in KEY_SCOPES ? LET_IN : SCOPE_MISSING)),
    await keyWith(["tournaments:write", "wallets:write"]),
    // A credential that may join and eliminate may record scores, but not the reverse.
    await keyWith(["entries:write"], ["read", "scores:write"]),
    await keyWith(["scores:write", "webhooks:write"]),
    always(
      byToken("an ended session", ended.accessToken, () => ""),
      "401 token_invalid",
    ),
    byToken("a stranger", stranger.accessToken, () => "404 game_not_found"),
    byToken("a viewer", viewer.accessToken, (scope) => (scope === "read" ? LET_IN : SCOPE_MISSING)),
    byToken(
      "a developer",
      developer.accessToken,
      lacks(["wallets:write", "members:write", "game:write"]),
    ),
    byToken("an owner", team.owner.accessToken, lacks([])),
  ];
  return { credentials, team, tournamentId: idOf(await created(whole)) };
}

const REFUSALS = new Set([
  "api_key_missing",
  "api_key_invalid",
  "token_missing",
  "token_invalid",
  "address_not_allowed",
  "person_required",
  "scope_missing",
  "game_not_found",
]);

/** `made` are the credentials of a game that the tests of the file share. */
const test = base
  .extend("gateway", { scope: "file" }, ({ live }) => live.gateway)
  .extend("made", { scope: "file" }, async ({ gateway }) => await makeCredentials(gateway));

test.for(NEEDS)(
  "lets those in who may do what needs $need, for $audience by $method",
  async (
    { need, audience, method, paths },
    { gateway, made: { credentials, team, tournamentId } },
  ) => {
    const outcomeOf = async (template: string, headers: Headers) => {
      const path = template
        .replace("{tournamentId}", tournamentId)
        .replace("{gameId}", team.id)
        .replaceAll(/\{\w+\}/g, newId());
      const body = template === "/tournament/create" ? termsOf(team.live) : {};
      const { status, body: answer } = await whenServed(() =>
        gateway.send(method, path, {
          headers: { ...(method !== "GET" && { "content-type": "application/json" }), ...headers },
          ...(method !== "GET" && { body: JSON.stringify(body) }),
        }),
      );
      return REFUSALS.has(answer.code) ? `${status} ${answer.code}` : LET_IN;
    };
    const expectedOf = ({ isPerson, inGames, forPeople }: Credential) => {
      if (need === "public") return LET_IN;
      return isScope(need) && (isPerson || audience === "all") ? inGames(need) : forPeople;
    };
    for (const path of paths) {
      const outcomes = credentials.map(async ({ name, headers }) => [
        name,
        await outcomeOf(path, headers),
      ]);
      expect([path, await Promise.all(outcomes)]).toEqual([
        path,
        credentials.map((credential) => [credential.name, expectedOf(credential)]),
      ]);
    }
  },
);

test("has no operation that the table does not list", async ({ gateway }) => {
  const { text } = await gateway.send("GET", "/openapi.json");
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = NEEDS.flatMap(({ method, paths: list }) =>
    list.map((path) => `${method} ${path}`),
  );
  expect(listed.toSorted()).toEqual(operations.toSorted());
});

test("names the missing scope before it reads the body", async ({ api, gateway }) => {
  const { apiKey } = await apiIn(gateway, api.gameId, { scopes: [KeyScope.READ] });
  const { status, body } = await api.post("/gamer/create", undefined, {
    raw: "{broken",
    auth: { "x-api-key": apiKey },
  });
  expect([status, body.code]).toEqual([403, "scope_missing"]);
  expect(body.detail).toBe("This operation needs the scope entries:write.");
});

test.for([
  ["no scope", undefined],
  ["an unknown scope", { scope: "everything" }],
] as const)("fails to start with a route that declares %s", async ([, config], { live }) => {
  const app = fastify();
  await app.register(async (api) => {
    accessChecks(api, live.clients, "http://127.0.0.1");
    expect(() => api.get("/thing", { ...(config && { config }) }, async () => "")).toThrow(
      "GET /thing declares no scope",
    );
  });
  await app.close();
});
