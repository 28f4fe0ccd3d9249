import { readFile } from "node:fs/promises";
import { validate } from "@scalar/openapi-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { required: boolean; content: Record<string, { example?: unknown }> };
  responses: Record<string, { description: string; content: Record<string, unknown> }>;
}

/** What the suite looks at of the document. */
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { examples: unknown[] }> };
}

let gateway: TestGateway;
let document: Document;
let operations: [path: string, method: string, operation: Operation][];
beforeAll(async () => {
  gateway = await startGateway();
  document = JSON.parse((await gateway.raw("GET", "/openapi.json")).text) as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      path,
      method,
      operation,
    ]),
  );
});
afterAll(() => gateway.close());

test("is valid OpenAPI 3.1", async () => {
  expect(document.openapi).toBe("3.1.0");
  const { valid, errors } = await validate({ ...document });
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test("holds exactly the operations there are", () => {
  expect(operations.map(([path, method]) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual([
    "GET /.well-known/jwks.json",
    "GET /account",
    "GET /account/transactions",
    "GET /clock",
    "GET /event",
    "GET /event/stream",
    "GET /event/{eventId}",
    "GET /event/{eventId}/deliveries",
    "GET /game",
    "GET /game/{gameId}",
    "GET /game/{gameId}/members",
    "GET /gamer",
    "GET /gamer/{handle}",
    "GET /gamer/{handle}/entries",
    "GET /key",
    "GET /ledger",
    "GET /ledger/accounts",
    "GET /ledger/accounts/{accountId}/transactions",
    "GET /request",
    "GET /request/{requestId}",
    "GET /tournament",
    "GET /tournament/{tournamentId}",
    "GET /tournament/{tournamentId}/entries",
    "GET /tournament/{tournamentId}/entry/{handle}",
    "GET /tournament/{tournamentId}/leaderboard",
    "GET /tournament/{tournamentId}/scores",
    "GET /tournament/{tournamentId}/settlement",
    "GET /tournament/{tournamentId}/settlement/preview",
    "GET /tournament/{tournamentId}/statement",
    "GET /tournament/{tournamentId}/timeline",
    "GET /user",
    "GET /user/sessions",
    "GET /wallet/{handle}",
    "GET /wallet/{handle}/transactions",
    "GET /webhook",
    "GET /webhook/{endpointId}",
    "GET /webhook/{endpointId}/deliveries",
    "GET /webhook/{endpointId}/deliveries/{eventId}",
    "GET /webhook/{endpointId}/secret",
    "PATCH /clock/advance",
    "PATCH /game/{gameId}/invitations/{invitationId}/withdraw",
    "PATCH /game/{gameId}/members/{userId}/remove",
    "PATCH /game/{gameId}/members/{userId}/update",
    "PATCH /game/{gameId}/update",
    "PATCH /gamer/{handle}/update",
    "PATCH /key/{keyId}/revoke",
    "PATCH /key/{keyId}/update",
    "PATCH /tournament/{tournamentId}/cancel",
    "PATCH /tournament/{tournamentId}/complete",
    "PATCH /tournament/{tournamentId}/disqualify",
    "PATCH /tournament/{tournamentId}/eliminate",
    "PATCH /tournament/{tournamentId}/metadata",
    "PATCH /tournament/{tournamentId}/publish",
    "PATCH /tournament/{tournamentId}/reinstate",
    "PATCH /tournament/{tournamentId}/review",
    "PATCH /tournament/{tournamentId}/update",
    "PATCH /user/sessions/{sessionId}/revoke",
    "PATCH /user/update",
    "PATCH /webhook/{endpointId}/remove",
    "PATCH /webhook/{endpointId}/update",
    "POST /auth/device",
    "POST /auth/device/approve",
    "POST /auth/password/forgot",
    "POST /auth/password/reset",
    "POST /auth/refresh",
    "POST /auth/sign-in",
    "POST /auth/sign-out",
    "POST /auth/sign-up",
    "POST /auth/token",
    "POST /auth/verify",
    "POST /game/create",
    "POST /game/{gameId}/members/invite",
    "POST /game/{gameId}/test/reset",
    "POST /gamer/create",
    "POST /invitation/accept",
    "POST /key/create",
    "POST /key/{keyId}/roll",
    "POST /tournament/create",
    "POST /tournament/{tournamentId}/join",
    "POST /tournament/{tournamentId}/joins",
    "POST /tournament/{tournamentId}/leaderboard",
    "POST /tournament/{tournamentId}/score",
    "POST /tournament/{tournamentId}/scores",
    "POST /wallet/{handle}/deposit",
    "POST /wallet/{handle}/withdraw",
    "POST /webhook/create",
    "POST /webhook/{endpointId}/deliveries/{eventId}/retry",
    "POST /webhook/{endpointId}/replay",
    "POST /webhook/{endpointId}/roll",
    "POST /webhook/{endpointId}/test",
  ]);
});

// A key in either header or a person's token, a person's token alone, or nothing.
const BY_KEY_OR_TOKEN = [{ apiKey: [] }, { apiKeyAuthorization: [] }, { "jwt-auth": [] }];
const BY_TOKEN = [{ "jwt-auth": [] }];

function securityOf(path: string): object[] {
  if (
    /^\/(user|game|key|invitation|ledger)\b|^\/auth\/device\/approve|^\/webhook\/\{endpointId\}\/(secret|roll)/.test(
      path,
    )
  )
    return BY_TOKEN;
  return /^\/(auth|\.well-known)\//.test(path) ? [] : BY_KEY_OR_TOKEN;
}

test("describes every operation, its credentials and its failures", () => {
  expect(new Set(operations.map(([, , operation]) => operation.operationId)).size).toBe(
    operations.length,
  );
  for (const [path, , operation] of operations) {
    expect(operation.summary).toEqual(expect.any(String));
    expect(operation.tags).toHaveLength(1);
    expect(operation.security).toEqual(securityOf(path));
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(description).not.toBe("Default Response");
      const success = path === "/event/stream" ? "text/event-stream" : "application/json";
      const type = Number(status) < 400 ? success : "application/problem+json";
      expect(Object.keys(content)).toEqual([type]);
    }
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(["400", "408", "417", "429", "431", "500", "503"]),
    );
    if (operation.security.length > 0)
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["401", "403"]));
  }
});

test("says where a path can be too long: wherever it has a parameter", () => {
  for (const [path, , operation] of operations)
    expect("414" in operation.responses).toBe(path.includes("{"));
});

const codesOf = (text: string): string[] =>
  [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].flatMap((match) => match.slice(1));

test.each(["create", "update", "publish", "join", "eliminate", "cancel", "complete"])(
  "%s is refused in the states that the documentation names, and in no other",
  async (name) => {
    const text = await readFile(
      new URL("../../../docs/guide/tournaments.md", import.meta.url),
      "utf8",
    );
    const row = text.split("\n").find((line) => line.startsWith(`| ${name} `)) ?? "";
    const [, , operation] =
      operations.find(([, , { operationId }]) => operationId.startsWith(name)) ?? [];
    const descriptions = Object.values(operation?.responses ?? {}).map((r) => r.description);
    const documented = codesOf(descriptions.join(" "));
    expect(codesOf(row)).not.toEqual([]);
    expect(documented).toEqual(expect.arrayContaining(codesOf(row)));
    const states = documented.filter((code) => code.startsWith("tournament_"));
    expect([...codesOf(row), "tournament_not_found"]).toEqual(expect.arrayContaining(states));
  },
);

// It asks by POST, because it names many.
const isQuestion = (method: string, { operationId }: Operation) =>
  method === "get" || operationId === "getStandings";

test("names the idempotency key wherever something changes, with an example body", () => {
  for (const [, method, operation] of operations) {
    const names = (operation.parameters ?? []).map(({ name }) => name);
    expect(names.includes("idempotency-key")).toBe(!isQuestion(method, operation));
    if (operation.requestBody?.required)
      expect(operation.requestBody.content["application/json"]?.example).toBeDefined();
  }
});

test("lets operations that need no body go without one", () => {
  const optional = operations.filter(
    ([, , operation]) => operation.requestBody?.required === false,
  );
  expect(optional.map(([, , { operationId }]) => operationId)).toEqual([
    "publishTournament",
    "cancelTournament",
    "completeTournament",
    "removeMember",
    "withdrawInvitation",
    "rollKey",
    "revokeKey",
    "removeWebhook",
    "rollWebhookSecret",
    "retryDelivery",
    "testWebhook",
    "revokeSession",
    "refreshSession",
    "signOut",
    "startDeviceCode",
  ]);
});

test("every reference leads somewhere, and every resource has an example", () => {
  const known = Object.keys(document.components.schemas);
  for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(known).toContain(name);
  for (const name of known) expect(document.components.schemas[name]?.examples).toHaveLength(1);
});
