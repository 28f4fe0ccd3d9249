import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { createCallerToken } from "@tms/kit/callers/token";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { newTournament, startGateway } from "../support/gateway.ts";

const SERVICES = {
  ...Object.fromEntries(
    ["GAME", "TOURNAMENT", "ENTRY", "WALLET", "SETTLEMENT", "IDENTITY", "EVENTS"].map((name) => [
      `${name}_URL`,
      "http://127.0.0.1:1",
    ]),
  ),
  CALLER_TOKEN: createCallerToken(),
};

const invalid = () =>
  readConfig({ PORT: "web", PUBLIC_URL: "ftp://x", RATE_LIMIT_PER_MINUTE: "0" });

test("says all that is wrong with the environment at once", () => {
  for (const name of [
    "CALLER_TOKEN",
    "GAME_URL",
    "SETTLEMENT_URL",
    "PORT",
    "PUBLIC_URL",
    "RATE_LIMIT_PER_MINUTE",
  ])
    expect(invalid).toThrow(name);
});

test("does not start in production without Redis", () => {
  expect(() => readConfig({ ...SERVICES, NODE_ENV: "production" })).toThrow("REDIS_URL");
  const fit = { ...SERVICES, NODE_ENV: "production", REDIS_URL: "redis://redis:6379" };
  expect(readConfig(fit).redisUrl).toBe("redis://redis:6379");
  expect(readConfig(SERVICES)).toMatchObject({ publicUrl: "http://127.0.0.1:8080", port: 8080 });
});

test("is live and ready, and answers with headers that keep answers safe", async () => {
  const gateway = await startGateway();
  for (const path of ["/livez", "/readyz"])
    expect((await fetch(gateway.probeUrl + path)).status).toBe(200);
  const { headers } = await gateway.send("GET", "/tournament");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("strict-transport-security")).toContain("max-age");
  expect(headers.get("access-control-allow-origin")).toBeNull();
  await gateway.close();
});

test("finishes what is under way when it is stopped, and takes nothing new", async () => {
  const gateway = await startGateway();
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  gateway.fakes.before = (rpc) => {
    if (rpc !== "CreateTournament") return undefined;
    arrived.resolve();
    return held.promise;
  };
  const underWay = gateway.send("POST", "/tournament/create", newTournament(gateway.game));
  await arrived.promise;
  const closed = gateway.close();
  await expect(fetch(`${gateway.url}/account`)).rejects.toThrow("fetch failed");
  const probed = ["/livez", "/readyz"].map((path) => fetch(gateway.probeUrl + path));
  expect((await Promise.all(probed)).map(({ status: of }) => of)).toEqual([200, 503]);
  held.resolve();
  const { status, headers } = await underWay;
  expect([status, headers.get("connection")]).toEqual([201, "close"]);
  await closed;
});

test("serves a connection that was idle when it was stopped, and asks it to reconnect", async () => {
  const gateway = await startGateway({ limits: { drainIdleMs: 60_000 } });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const options = { agent, headers: { "x-api-key": gateway.key } };
    const [response] = (await once(
      request(`${gateway.url}/tournament`, options).end(),
      "response",
    )) as [IncomingMessage];
    response.resume();
    await once(response, "end");
    return [response.statusCode, response.headers.connection];
  };
  expect(await ask()).toEqual([200, "keep-alive"]);
  const closed = gateway.close();
  await expect.poll(() => fetch(`${gateway.url}/livez`).catch(() => null)).toBeNull();
  expect(await ask()).toEqual([200, "close"]);
  await closed;
});

test("hangs up on connections that stay idle while it stops", async () => {
  const gateway = await startGateway({ limits: { drainIdleMs: 1 } });
  await gateway.send("GET", "/tournament");
  await gateway.close();
});
