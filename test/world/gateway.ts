import { createCallerToken } from "@tms/kit/callers/token";
import { createShutdown } from "@tms/kit/process/shutdown";
import { testLog } from "@tms/kit/testing/log";
import { testMetrics } from "@tms/kit/testing/serve";
import { buildApp, type AppParts } from "../../gateway/src/app.ts";
import { readConfig, type GatewayConfig, type LimitsConfig } from "../../gateway/src/config.ts";
import { listen } from "../../gateway/src/http/listen.ts";
import { createMemoryStore } from "../../gateway/src/idempotency/stores.ts";
import { createMemoryRequestStore } from "../../gateway/src/request-log/stores.ts";
import { answerChecks, send, type CheckAnswer, type SendOptions } from "../harness/api.ts";
import { documentedAnswers, type OpenApi } from "./documented.ts";
import { NOWHERE, PUBLIC_URL, type World } from "./world.ts";

/** What a gateway under test has other than usual. */
export interface GatewaySettings
  extends
    Partial<Omit<AppParts, "config" | "clients" | "metrics">>,
    Partial<Pick<GatewayConfig, "production" | "publicUrl" | "dashboardFolder" | "siteFolder">> {
  limits?: Partial<LimitsConfig>;
  trustedProxies?: number;
  /** Whether each answer must be as the OpenAPI document describes it. True by default. */
  documented?: boolean;
}

export type WorldGateway = Awaited<ReturnType<typeof startGateway>>;

const SERVICES = ["GAME", "TOURNAMENT", "ENTRY", "WALLET", "SETTLEMENT", "IDENTITY", "EVENTS"];

// All gateways describe the same operations, so the document of the first serves them all.
let checkDocumented: CheckAnswer | undefined;

/**
 * Starts a gateway in front of the services of a world, on free ports of the loopback interface. It
 * stops with the world. By default it trusts one proxy, so that each caller can name its address.
 */
export async function startGateway(world: World, settings: GatewaySettings = {}) {
  const { limits, log = testLog("gateway"), idempotency, requests, ...others } = settings;
  const { documented = true, ...rest } = others;
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
      // All callers of a test have one address.
      connectionsPerAddress: base.limits.connections,
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
  });
  const shutdown = createShutdown(log);
  const { port, probePort } = await listen(app, config, shutdown, metrics);
  const url = `http://127.0.0.1:${port}`;
  if (documented) {
    checkDocumented ??= documentedAnswers(app.swagger() as unknown as OpenApi);
    answerChecks.set(url, checkDocumented);
  }
  shutdown.add("the checks of answers", () => answerChecks.delete(url));
  world.shutdown.add("a gateway", () => shutdown.run());
  return {
    app,
    config,
    port,
    url,
    probeUrl: `http://127.0.0.1:${probePort}`,
    world,
    send: (method: string, path: string, options?: SendOptions) => send(url, method, path, options),
    close: () => shutdown.run(),
  };
}
