import { create } from "@bufbuild/protobuf";
import { newId } from "@tms/kit/values/ids";
import { GameSchema } from "@tms/proto/tms/game/v1/game";
import { fastify } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authorization } from "../../src/auth/authorization.ts";
import { isScope, SCOPES } from "../../src/auth/scopes.ts";
import type { Strategy } from "../../src/auth/strategies/strategy.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

const NEEDED = {
  "GET /account": "read",
  "GET /account/transactions": "read",
  "GET /gamer/{handle}": "read",
  "GET /tournament": "read",
  "GET /tournament/{tournamentId}": "read",
  "GET /tournament/{tournamentId}/entries": "read",
  "GET /tournament/{tournamentId}/settlement": "read",
  "GET /tournament/{tournamentId}/statement": "read",
  "GET /wallet/{handle}": "read",
  "GET /wallet/{handle}/transactions": "read",
  "PATCH /tournament/{tournamentId}/cancel": "tournaments:write",
  "PATCH /tournament/{tournamentId}/complete": "tournaments:write",
  "PATCH /tournament/{tournamentId}/eliminate": "entries:write",
  "PATCH /tournament/{tournamentId}/publish": "tournaments:write",
  "PATCH /tournament/{tournamentId}/update": "tournaments:write",
  "POST /gamer/create": "entries:write",
  "POST /tournament/create": "tournaments:write",
  "POST /tournament/{tournamentId}/join": "entries:write",
  "POST /wallet/{handle}/deposit": "wallets:write",
  "POST /wallet/{handle}/withdraw": "wallets:write",
};

/** Accepts whoever names scopes in a header, with these scopes. */
const byHeader: Strategy = async ({ "x-scopes": named }) => {
  if (typeof named !== "string") return undefined;
  const game = create(GameSchema, { id: newId(), currency: { code: "USD", exponent: 2 } });
  const scopes = new Set(named.split(" ").filter(isScope));
  return { game, actor: { type: "api_key", id: newId() }, scopes };
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
  return { method, path: template.replace("{tournamentId}", newId()).replace("{handle}", "ada") };
};

async function codeWith(operation: string, scopes: string): Promise<string> {
  const { method, path } = parts(operation);
  const { body } = await gateway.raw(method, path, undefined, { "x-scopes": scopes });
  return body.code;
}

test("this list has every operation", async () => {
  const { text } = await gateway.raw("GET", "/openapi.json");
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(NEEDED)).toEqual(operations.toSorted());
});

test.each(Object.entries(NEEDED))("%s needs the scope %s and no other", async (name, needed) => {
  const others = SCOPES.filter((scope) => scope !== needed).join(" ");
  expect(await codeWith(name, others)).toBe("scope_missing");
  expect(await codeWith(name, needed)).not.toBe("scope_missing");
});

test.each(Object.keys(NEEDED))("an API key may do %s", async (name) => {
  const { method, path } = parts(name);
  expect((await keyed.send(method, path)).status).not.toBe(403);
});

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
    authorization(api);
    expect(() => api.get("/thing", { ...(config && { config }) }, async () => "")).toThrow(
      "GET /thing declares no scope",
    );
  });
  await app.close();
});
