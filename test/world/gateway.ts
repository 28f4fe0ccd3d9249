import { createCallerToken } from "@tms/kit/callers/token";
import { testLog } from "@tms/kit/testing/log";
import { testMetrics } from "@tms/kit/testing/serve";

import { buildApp, type AppParts } from "../../gateway/src/app.ts";
import { readConfig, type GatewayConfig, type LimitsConfig } from "../../gateway/src/config.ts";
import { listen } from "../../gateway/src/http/listen.ts";
import { createMemoryStore } from "../../gateway/src/idempotency/memory-store.ts";
import { createMemoryRequestStore } from "../../gateway/src/request-log/memory-store.ts";
import { NOWHERE, PUBLIC_URL, type World } from "./world.ts";

/** What a gateway under test has other than usual. */
export interface GatewaySettings
  extends
    Partial<Omit<AppParts, "config" | "clients" | "metrics">>,
    Partial<Pick<GatewayConfig, "production" | "publicUrl" | "dashboardFolder" | "siteFolder">> {
  limits?: Partial<LimitsConfig>;
  trustedProxies?: number;
}

export type WorldGateway = Awaited<ReturnType<typeof startGateway>>;

const SERVICES = ["GAME", "TOURNAMENT", "ENTRY", "WALLET", "SETTLEMENT", "IDENTITY", "EVENTS"];

/**
 * Starts a gateway in front of the services of a world, on free ports of the loopback interface. It
 * stops with the world. By default it trusts one proxy, so that each caller can name its address.
 */
export async function startGateway(world: World, settings: GatewaySettings = {}) {
  const { limits, log = testLog("gateway"), idempotency, requests, strategies, ...rest } = settings;
  const base = readConfig({
    ...Object.fromEntries(SERVICES.map((name) => [`${name}_URL`, NOWHERE])),
    CALLER_TOKEN: createCallerToken(),
  });
  const config: GatewayConfig = {
    ...base,
    port: 0,
    probePort: 0,
    trustedProxies: 1,
    publicUrl: PUBLIC_URL,
    production: false,
    ...rest,
    limits: {
      ...base.limits,
      perAddress: 100_000,
      invitesPerAddress: 100_000,
      drainIdleMs: 0,
      ...limits,
    },
  };
  const metrics = testMetrics();
  const app = await buildApp({
    config,
    log,
    metrics,
    clients: world.clients,
    idempotency: idempotency ?? createMemoryStore(),
    requests: requests ?? createMemoryRequestStore(),
    ...(strategies && { strategies }),
  });
  const { port, probePort } = await listen(app, config, world.shutdown, metrics);
  return {
    app,
    config,
    port,
    url: `http://127.0.0.1:${port}`,
    probeUrl: `http://127.0.0.1:${probePort}`,
  };
}
