import { expect, test } from "vitest";
import { readConfig } from "../src/config.ts";
import { newTournament, startGateway } from "./support/gateway.ts";

const PEERS = Object.fromEntries(
  ["GAME", "TOURNAMENT", "ENTRY", "WALLET", "SETTLEMENT"].map((name) => [
    `${name}_URL`,
    "http://127.0.0.1:1",
  ]),
);

const unfit = () => readConfig({ PORT: "web", PUBLIC_URL: "ftp://x", RATE_LIMIT_PER_MINUTE: "0" });

test("says all that is wrong with the environment at once", () => {
  for (const name of ["GAME_URL", "SETTLEMENT_URL", "PORT", "PUBLIC_URL", "RATE_LIMIT_PER_MINUTE"])
    expect(unfit).toThrow(name);
});

test("does not start in production without Redis", () => {
  expect(() => readConfig({ ...PEERS, NODE_ENV: "production" })).toThrow("REDIS_URL");
  const fit = { ...PEERS, NODE_ENV: "production", REDIS_URL: "redis://redis:6379" };
  expect(readConfig(fit).redisUrl).toBe("redis://redis:6379");
  expect(readConfig(PEERS)).toMatchObject({ publicUrl: "http://127.0.0.1:8080", port: 8080 });
});

test("is live and ready, and answers with headers that keep answers safe", async () => {
  const gateway = await startGateway();
  for (const path of ["/livez", "/readyz"])
    expect((await gateway.raw("GET", path)).status).toBe(200);
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
  await expect(fetch(`${gateway.url}/livez`)).rejects.toThrow("fetch failed");
  held.resolve();
  const { status, headers } = await underWay;
  expect([status, headers.get("connection")]).toEqual([201, "close"]);
  await closed;
});
