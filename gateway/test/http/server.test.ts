import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { createCallerToken } from "@tms/kit/callers/token";
import { createLogger } from "@tms/kit/process/log";
import { tournamentBody } from "../../../test/harness/tournament.ts";
import { watchCalls } from "../../../test/world/actions.ts";
import { createApi } from "../../../test/world/callers.ts";
import { expect, test } from "../../../test/world/test.ts";
import { readConfig } from "../../src/config.ts";

const SERVICES = {
  ...Object.fromEntries(
    ["GAME", "TOURNAMENT", "ENTRY", "WALLET", "SETTLEMENT", "IDENTITY", "EVENTS"].map((name) => [
      `${name}_URL`,
      "http://127.0.0.1:1",
    ]),
  ),
  CALLER_TOKEN: createCallerToken(),
};

test("reports all faults of the environment at once", () => {
  const read = () => readConfig({ PORT: "web", PUBLIC_URL: "ftp://x", RATE_LIMIT_PER_MINUTE: "0" });
  for (const name of [
    "CALLER_TOKEN",
    "GAME_URL",
    "SETTLEMENT_URL",
    "PORT",
    "PUBLIC_URL",
    "RATE_LIMIT_PER_MINUTE",
  ])
    expect(read).toThrow(name);
});

test("does not start in production without Redis", () => {
  expect(() => readConfig({ ...SERVICES, NODE_ENV: "production" })).toThrow("REDIS_URL");
  const fit = { ...SERVICES, NODE_ENV: "production", REDIS_URL: "redis://redis:6379" };
  expect(readConfig(fit).redisUrl).toBe("redis://redis:6379");
  expect(readConfig(SERVICES)).toMatchObject({ publicUrl: "http://127.0.0.1:8080", port: 8080 });
});

test("is ready, and answers with headers that keep answers safe", async ({ api, live }) => {
  const { probeUrl, send } = live.gateway;
  for (const path of ["/livez", "/readyz"]) {
    expect((await fetch(probeUrl + path)).status).toBe(200);
    expect((await send("GET", path)).status).toBe(404);
  }
  const { headers } = await api.get("/tournament");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("strict-transport-security")).toContain("max-age");
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

test("finishes requests when it is stopped, and takes no others", async ({ newGateway, live }) => {
  const gateway = await newGateway();
  const api = await createApi(gateway);
  using silence = live.hold("CreateTournament");
  const underWay = api.post("/tournament/create", tournamentBody(api));
  await silence.met;
  const closed = gateway.close();
  await expect(fetch(`${gateway.url}/account`)).rejects.toThrow("fetch failed");
  const probed = ["/livez", "/readyz"].map((path) => fetch(gateway.probeUrl + path));
  expect((await Promise.all(probed)).map(({ status }) => status)).toEqual([200, 503]);
  silence[Symbol.dispose]();
  const { status, headers } = await underWay;
  expect([status, headers.get("connection")]).toEqual([201, "close"]);
  await closed;
});

test("serves an idle connection once more when it is stopped", async ({ newGateway }) => {
  const gateway = await newGateway({ limits: { drainIdleMs: 60_000 } });
  const api = await createApi(gateway);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const options = { agent, headers: { "x-api-key": api.apiKey } };
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

test("leaves the rest to a repeat after a caller hung up", async ({ newGateway, live }) => {
  const complaints: string[] = [];
  const log = createLogger("gateway", "warn", { write: (line) => void complaints.push(line) });
  const api = await createApi(await newGateway({ log }));
  const headers = { "idempotency-key": "hang-up" };
  const deposit = (signal?: AbortSignal) =>
    api.post("/wallet/ada/deposit", { amount: 5 }, { headers, ...(signal && { signal }) });
  const transfers = watchCalls(live, "BatchTransfer");
  using silence = live.hold("CreateGamer");
  const caller = new AbortController();
  const given = deposit(caller.signal);
  await silence.met;
  caller.abort();
  await expect(given).rejects.toThrow("abort");
  // Once a later request is answered, the end of that connection has arrived.
  await api.get("/tournament");
  silence[Symbol.dispose]();
  await expect.poll(async () => (await deposit()).status).toBe(201);
  expect(transfers()).toHaveLength(1);
  expect(complaints).toEqual([]);
});
