import { Code, ConnectError } from "@connectrpc/connect";
import { createApiKey } from "@tms/kit/values/api-key";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { sendRaw } from "../support/raw-http.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const list = (headers: Record<string, string>) =>
  gateway.raw("GET", "/tournament", undefined, headers);

test.each([
  ["x-api-key", (key: string) => ({ "x-api-key": key })],
  ["Authorization: ApiKey", (key: string) => ({ authorization: `ApiKey ${key}` })],
  ["the scheme in any case", (key: string) => ({ authorization: `APIKEY   ${key}` })],
  ["both, equal", (key: string) => ({ "x-api-key": key, authorization: `apikey ${key}` })],
])("lets in by %s", async (_, headers) => {
  expect((await list(headers(gateway.key))).status).toBe(200);
});

test.each([
  ["none", {}, "api_key_missing"],
  ["an empty one", { "x-api-key": "" }, "api_key_missing"],
  ["another scheme", { authorization: "Basic eDp5" }, "api_key_missing"],
  ["an empty ApiKey", { authorization: "ApiKey " }, "api_key_missing"],
  ["a malformed one", { "x-api-key": "tms_live_short" }, "api_key_invalid"],
  ["one with a wrong checksum", { "x-api-key": `tms_live_${"A".repeat(49)}` }, "api_key_invalid"],
  ["an unknown one", { "x-api-key": createApiKey("live") }, "api_key_invalid"],
])("refuses %s with 401", async (_, headers, code) => {
  const { status, headers: answered, body } = await list(headers);
  expect([status, body.code]).toEqual([401, code]);
  expect(answered.get("www-authenticate")).toBe('ApiKey realm="tms"');
});

test("refuses two different credentials with 400", async () => {
  const other = gateway.fakes.games.add().key;
  for (const authorization of [`ApiKey ${other}`, "Bearer abc"]) {
    const { status, body } = await list({ "x-api-key": gateway.key, authorization });
    expect([status, body.code]).toEqual([400, "credentials_conflict"]);
  }
});

test.each([
  ["Authorization twice", ["Authorization: ApiKey KEY", "Authorization: Basic eDp5"]],
  ["Authorization twice, the same", ["Authorization: ApiKey KEY", "authorization: ApiKey KEY"]],
  ["x-api-key twice", ["x-api-key: KEY", "X-Api-Key: KEY"]],
  ["a foreign scheme first", ["Authorization: Basic eDp5", "Authorization: ApiKey KEY"]],
  ["an empty key beside a foreign scheme", ["x-api-key:", "Authorization: Basic eDp5"]],
])("refuses %s with 400", async (_, lines) => {
  const head = ["GET /tournament HTTP/1.1", "host: x", "connection: close", ...lines];
  const bytes = `${head.join("\r\n").replaceAll("KEY", gateway.key)}\r\n\r\n`;
  const { body } = await sendRaw(gateway.port, bytes);
  expect(JSON.parse(body)).toMatchObject({ status: 400, code: "credentials_conflict" });
});

test("tells who sends a key as a bearer token where keys go", async () => {
  const { status, body } = await list({ authorization: `Bearer ${gateway.key}` });
  expect([status, body.code]).toEqual([401, "token_invalid"]);
  expect(body.detail).toContain("x-api-key");
  expect(body.detail).not.toContain(gateway.key);
});

test("refuses a revoked key", async () => {
  const { key } = gateway.fakes.games.add();
  gateway.fakes.games.revoke(key);
  expect((await list({ "x-api-key": key })).status).toBe(401);
});

test("decides before it reads the body", async () => {
  const headers = { "content-type": "application/json" };
  const { status } = await gateway.raw("POST", "/tournament/create", "{broken", headers);
  expect(status).toBe(401);
});

test("asks the game service once for many requests at a time, by digest alone", async () => {
  const { key } = gateway.fakes.games.add();
  gateway.fakes.calls.length = 0;
  const answers = await Promise.all(Array.from({ length: 20 }, () => list({ "x-api-key": key })));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const asked = gateway.fakes.calls.filter(({ rpc }) => rpc === "BatchAuthenticateApiKeys");
  expect(asked).toHaveLength(1);
  expect(JSON.stringify(asked[0]?.request)).not.toContain(key);
});

test("answers 503 while the game service is down, and forgets that", async () => {
  const { key } = gateway.fakes.games.add();
  gateway.fakes.before = () => {
    throw new ConnectError("connect ECONNREFUSED 10.0.0.7:7101", Code.Unavailable);
  };
  const down = await list({ "x-api-key": key });
  gateway.fakes.before = () => undefined;
  expect([down.status, down.body.code]).toEqual([503, "unavailable"]);
  expect(JSON.stringify(down.body)).not.toContain("ECONNREFUSED");
  expect((await list({ "x-api-key": key })).status).toBe(200);
});
