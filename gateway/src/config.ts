import { join } from "node:path";
import {
  callerToken,
  joinBatching,
  serviceAddress,
  probePort,
  processConfig,
  readSettings,
} from "@tms/kit/process/config";

const MAX_PER_MINUTE = 10_000_000;
// An idle connection takes about 20 KB. This many fit into 256 MB together with the rest of the process.
const MAX_CONNECTIONS = 2_500;

/** Reads the settings of the gateway. Throws a ConfigError that lists every fault. */
export const readConfig = (environment = process.env) =>
  readSettings((env) => {
    const base = processConfig(env, 8080);
    const redisUrl = env.optionalUrl("REDIS_URL", ["redis:", "rediss:"]);
    if (base.production && redisUrl === undefined)
      env.fault("REDIS_URL", "is missing; production requires Redis");
    const publicUrl = env.url("PUBLIC_URL", ["http:", "https:"], `http://127.0.0.1:${base.port}`);
    return {
      ...base,
      probePort: probePort(env, base.port),
      /** The URL of the gateway for callers. Problem types and the OpenAPI document contain it. */
      publicUrl: publicUrl.replace(/\/+$/, ""),
      clients: {
        game: serviceAddress(env, "GAME_URL"),
        tournament: serviceAddress(env, "TOURNAMENT_URL"),
        entry: serviceAddress(env, "ENTRY_URL"),
        wallet: serviceAddress(env, "WALLET_URL"),
        settlement: serviceAddress(env, "SETTLEMENT_URL"),
        identity: serviceAddress(env, "IDENTITY_URL"),
        events: serviceAddress(env, "EVENTS_URL"),
      },
      callerToken: callerToken(env),
      /** Absent only outside production. Idempotency records and the request log are then in memory. */
      redisUrl,
      /** Limits of each replica. */
      limits: {
        /** Units per minute of an API key, a person, and an address without a credential. See cost.ts. */
        perKey: env.integer("RATE_LIMIT_PER_MINUTE", 60_000, 1, MAX_PER_MINUTE),
        // More than the dashboard needs, even while a page loads or a person types.
        perPerson: 1_200,
        perAddress: env.integer("ADDRESS_RATE_LIMIT_PER_MINUTE", 600, 1, MAX_PER_MINUTE),
        // Invitations per minute. Each sends an email to a person who did not ask for it.
        invitesPerAddress: 5,
        /** The maximum number of open connections. Further connections are closed immediately. */
        connections: MAX_CONNECTIONS,
        // At shutdown, idle connections stay open this long, because a request may already be on its way.
        drainIdleMs: 2_000,
        /** Connections and concurrent requests of an address. Behind proxies, only requests are limited. */
        connectionsPerAddress: env.integer("ADDRESS_CONNECTIONS", 500, 1, MAX_CONNECTIONS),
      },
      batching: joinBatching(env),
      // The folders are next to this package, in the repository and in an image.
      dashboardFolder: join(import.meta.dirname, "../../dashboard/dist"),
      siteFolder: join(import.meta.dirname, "../../site/dist"),
      /** The number of proxies in front of the gateway. Their X-Forwarded-For entries are trusted. */
      trustedProxies: env.integer("TRUSTED_PROXIES", 0, 0, 16),
    };
  }, environment);

export type GatewayConfig = ReturnType<typeof readConfig>;
export type ServiceAddresses = GatewayConfig["clients"];
export type LimitsConfig = GatewayConfig["limits"];
