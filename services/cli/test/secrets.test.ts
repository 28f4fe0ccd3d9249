import { parseCallers } from "@tms/kit/callers/file";
import { productCallers } from "@tms/kit/callers/product";
import { digestCallerToken } from "@tms/kit/callers/token";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import {
  kubernetesSecrets,
  type toManifest,
  createSecrets,
  type SecretData,
} from "../src/commands/secrets.ts";

const NAMES = {
  services: "connections",
  identity: "keys",
  admin: "admin",
  callers: "who-may-call",
  callerPrefix: "token-of-",
};
const SERVERS = {
  adminUrl: "postgres://admin:a%40b@db:5432/tms?sslmode=verify-full",
  redisUrl: "rediss://:p@redis:6379",
  smtpUrl: "smtps://mail",
  trial: false,
};

/** Starts a Kubernetes API that refuses to create more than `limit` Secrets. */
async function startApi(kept: Record<string, SecretData> = {}) {
  const secrets = new Map(Object.entries(kept));
  const api = { secrets, limit: Infinity, store: kubernetesSecrets("", "") };
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const name = request.url?.split("/").at(-1) ?? "";
    const end = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== "Bearer pod") return end(401, {});
    if (request.method === "POST") {
      const { metadata, stringData } = (await json(request)) as ReturnType<typeof toManifest>;
      if (secrets.has(metadata.name)) return end(409, { message: "already exists" });
      if (secrets.size >= api.limit) return end(500, { message: "etcd is full" });
      secrets.set(metadata.name, stringData);
      return end(201, {});
    }
    const found = secrets.get(name);
    if (!found) return end(404, {});
    const data = Object.entries(found).map(([key, value]) => [key, btoa(value)]);
    return end(200, { data: Object.fromEntries(data) as SecretData });
  }
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  api.store = kubernetesSecrets(`http://127.0.0.1:${port}/secrets`, "pod");
  return api;
}

test("creates working Secrets, wherever a run is interrupted, and changes none", async () => {
  const api = await startApi();
  for (api.limit = 0; api.secrets.size < productCallers.length + 4; api.limit++) {
    const before = new Map(api.secrets);
    await createSecrets(api.store, NAMES, SERVERS).catch((error: Error) =>
      expect(error.message).toContain("etcd is full"),
    );
    for (const [name, data] of before) expect(api.secrets.get(name)).toEqual(data);
  }
  const complete = new Map(api.secrets);
  // All Secrets exist, so no URL is needed.
  const none = { adminUrl: undefined, redisUrl: undefined, smtpUrl: undefined, trial: false };
  await createSecrets(api.store, NAMES, none);
  expect(api.secrets).toEqual(complete);

  const valueOf = (name: string, key: string) => api.secrets.get(name)?.[key] ?? "";
  expect(valueOf("admin", "admin-url")).toBe(SERVERS.adminUrl);
  expect(valueOf("connections", "redis-url")).toBe(SERVERS.redisUrl);
  expect(valueOf("connections", "wallet-url")).toMatch(
    /^postgres:\/\/tms_wallet:[0-9a-f]{48}@db:5432\/tms\?sslmode=verify-full$/,
  );
  expect(parseCallers(valueOf("who-may-call", "callers.json"))).toEqual(
    productCallers.map((name) => ({
      name,
      digests: [digestCallerToken(valueOf(`token-of-${name}`, "token"))],
    })),
  );
});

test("gives the stores of a trial passwords, which its URLs contain", async () => {
  const { secrets, store } = await startApi();
  const adminUrl = "postgres://postgres@tms-postgres:5432/tms";
  const trial = { redisUrl: "redis://tms-redis:6379", smtpUrl: undefined, trial: true };
  await createSecrets(store, NAMES, { adminUrl, ...trial });
  const admin = secrets.get("admin") ?? {};
  const services = secrets.get("connections") ?? {};
  expect(new URL(admin["admin-url"] ?? "").password).toBe(admin["admin-password"]);
  expect(new URL(services["redis-url"] ?? "").password).toBe(services["redis-password"]);
  expect(secrets.get("keys")).not.toHaveProperty("smtp-url");
});

test.for([
  [{ adminUrl: undefined }, "ADMIN_DATABASE_URL is missing"],
  [{ redisUrl: undefined }, "REDIS_URL is missing"],
  [{ smtpUrl: undefined }, "SMTP_URL is missing"],
  [{ adminUrl: "postgres://admin:a/b@db" }, "The key admin-url is not a valid URL."],
] as const)("names the URL that a missing Secret needs: %j", async ([missing, sentence]) => {
  const { store } = await startApi();
  const creating = createSecrets(store, NAMES, { ...SERVERS, ...missing });
  await expect(creating).rejects.toThrow(sentence);
});

test("adds no token that the services would not know", async () => {
  const { secrets, store } = await startApi({ "who-may-call": { "callers.json": "{}" } });
  await createSecrets(store, NAMES, SERVERS);
  expect(Array.from(secrets.keys()).filter((name) => name.startsWith("token-of-"))).toEqual([]);
});
