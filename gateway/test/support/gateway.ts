import type { App } from "../../src/app-type.ts";
import { Registry } from "prom-client";
import { memoize } from "@tms/kit/batching/memoize";
import { createCallerToken } from "@tms/kit/callers/token";
import { createShutdown } from "@tms/kit/process/shutdown";
import type { Logger } from "@tms/kit/process/log";
import { testLog } from "@tms/kit/testing/log";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { buildApp } from "../../src/app.ts";
import type { Strategy } from "../../src/auth/strategies/strategy.ts";
import { readConfig, type GatewayConfig, type LimitsConfig } from "../../src/config.ts";
import { listen } from "../../src/http/listen.ts";
import { createMemoryRequestStore } from "../../src/request-log/memory-store.ts";
import type { RequestStore } from "../../src/request-log/store.ts";
import { createMemoryStore } from "../../src/idempotency/memory-store.ts";
import type { IdempotencyStore } from "../../src/idempotency/store.ts";
import { answerOf, type Answer } from "./answer.ts";
import { documentedAnswers, type OpenApi } from "./documented.ts";
import { createFakes, type Fakes } from "./fakes.ts";
import { PUBLIC_URL } from "./public-url.ts";

/** The real gateway on a free port, in front of fake services. */
export interface TestGateway {
  app: App;
  url: string;
  port: number;
  /** Where it answers probes. */
  probeUrl: string;
  config: GatewayConfig;
  fakes: Fakes;
  game: Game;
  key: string;
  /** Sends a request as the game; `null` headers leave the key out. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** The same without any header of its own, with the body as it is. */
  raw(
    method: string,
    path: string,
    body?: BodyInit,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  close(): Promise<void>;
}

type BodyInit = string | Uint8Array<ArrayBuffer>;

const NOWHERE = "http://127.0.0.1:1";

export async function startGateway(
  parts: {
    limits?: Partial<LimitsConfig>;
    trustedProxies?: number;
    idempotency?: IdempotencyStore;
    requests?: RequestStore;
    currency?: { code: string; exponent: number };
    strategies?: readonly Strategy[];
    publicUrl?: string;
    production?: boolean;
    /** Services answer what they never would, so that answers are not checked by the document. */
    undocumented?: boolean;
    dashboardFolder?: string;
    siteFolder?: string;
    log?: Logger;
  } = {},
): Promise<TestGateway> {
  const fakes = createFakes();
  const { game, key } = fakes.games.add({ currency: parts.currency });
  const services = ["GAME", "TOURNAMENT", "ENTRY", "WALLET", "SETTLEMENT", "IDENTITY", "EVENTS"];
  const base = readConfig({
    ...Object.fromEntries(services.map((name) => [`${name}_URL`, NOWHERE])),
    CALLER_TOKEN: createCallerToken(),
  });
  const config = {
    ...base,
    port: 0,
    probePort: 0,
    trustedProxies: parts.trustedProxies ?? 0,
    publicUrl: parts.publicUrl ?? PUBLIC_URL,
    production: parts.production ?? false,
    dashboardFolder: parts.dashboardFolder ?? base.dashboardFolder,
    siteFolder: parts.siteFolder ?? base.siteFolder,
    limits: {
      ...base.limits,
      perAddress: 100_000,
      invitesPerAddress: 100_000,
      drainIdleMs: 0,
      ...parts.limits,
    },
  };
  const log = parts.log ?? testLog("gateway", process.env["TMS_TEST_LOG"]);
  const shutdown = createShutdown(log);
  const idempotency = parts.idempotency ?? createMemoryStore();
  const metrics = new Registry();
  const app = await buildApp({
    config,
    log,
    metrics,
    clients: fakes.clients,
    idempotency,
    requests: parts.requests ?? createMemoryRequestStore(),
    ...(parts.strategies && { strategies: parts.strategies }),
  });
  const { port, probePort } = await listen(app, config, shutdown, metrics);
  const url = `http://127.0.0.1:${port}`;

  // The document is made at the first answer: most gateways of tests live for a few only.
  const documented = memoize(async () => documentedAnswers(app.swagger() as unknown as OpenApi));
  const raw: TestGateway["raw"] = async (method, path, body, headers = {}) => {
    const init = { method, headers, ...(body !== undefined && { body }) };
    const answer = await answerOf(await fetch(url + path, init));
    if (parts.undocumented !== true) (await documented())(method, path, answer);
    return answer;
  };
  return {
    app,
    url,
    port,
    probeUrl: `http://127.0.0.1:${probePort}`,
    config,
    fakes,
    game,
    key,
    raw,
    send: (method, path, body, headers) =>
      raw(method, path, body === undefined ? undefined : JSON.stringify(body), {
        "x-api-key": key,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      }),
    close: () => shutdown.run(),
  };
}

/** A body that creates a tournament. */
export const newTournament = (game: Game, change: object = {}) => ({
  game: game.id,
  name: "Friday final",
  description: "Weekly final",
  entryFee: 2.5,
  startTime: "2030-05-01T18:00:00Z",
  endTime: "2030-05-01T22:00:00+02:00",
  ...change,
});
