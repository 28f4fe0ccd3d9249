import {
  callerToken,
  joinBatching,
  serviceAddress,
  probePort,
  processConfig,
  readEnv,
  type Batching,
  type ProcessConfig,
} from "@tms/kit/process/config";

/** What the gateway needs to run. */
export interface GatewayConfig extends ProcessConfig {
  /** Where it answers probes, and nothing else. */
  probePort: number;
  /** Where callers reach it; problem types and the OpenAPI document name it. */
  publicUrl: string;
  peers: ServiceAddresses;
  /** The services know the gateway by it. */
  callerToken: string;
  /** Absent only outside production: idempotency records are then kept in the process. */
  redisUrl: string | undefined;
  limits: LimitsConfig;
  batching: Batching;
  /** How many proxies in front may be believed about a caller's address. */
  trustedProxies: number;
}

/** Addresses of the services behind the gateway. */
export interface ServiceAddresses {
  game: string;
  tournament: string;
  entry: string;
  wallet: string;
  settlement: string;
}

/** What each replica admits. */
export interface LimitsConfig {
  /** Requests per minute. */
  perKey: number;
  perAddress: number;
  /** Open connections; what comes beyond is hung up on. */
  connections: number;
  /** How long a connection without a request is kept open while the gateway stops. */
  drainIdleMs: number;
  /** How many of them, or behind proxies how many requests under way, may be one address's. */
  connectionsPerAddress: number;
}

const MOST_PER_MINUTE = 10_000_000;
// An idle connection takes some 20 KB: this many fit beside all else into 256 MB.
const MOST_CONNECTIONS = 2_500;
// Whoever sends something about every second is served to the last.
const DRAIN_IDLE_MS = 2_000;

/** Reads the gateway's settings; throws ConfigError naming every fault. */
export function readConfig(environment = process.env): GatewayConfig {
  const env = readEnv(environment);
  const base = processConfig(env, 8080);
  const redisUrl = env.optionalUrl("REDIS_URL", ["redis:", "rediss:"]);
  if (base.production && redisUrl === undefined)
    env.fault("REDIS_URL", "is missing; production keeps idempotency records in Redis");
  const publicUrl = env.url("PUBLIC_URL", ["http:", "https:"], `http://127.0.0.1:${base.port}`);
  const config = {
    ...base,
    probePort: probePort(env, base.port),
    publicUrl: publicUrl.replace(/\/+$/, ""),
    peers: {
      game: serviceAddress(env, "GAME_URL"),
      tournament: serviceAddress(env, "TOURNAMENT_URL"),
      entry: serviceAddress(env, "ENTRY_URL"),
      wallet: serviceAddress(env, "WALLET_URL"),
      settlement: serviceAddress(env, "SETTLEMENT_URL"),
    },
    callerToken: callerToken(env),
    redisUrl,
    limits: {
      perKey: env.integer("RATE_LIMIT_PER_MINUTE", 60_000, 1, MOST_PER_MINUTE),
      perAddress: env.integer("ADDRESS_RATE_LIMIT_PER_MINUTE", 600, 1, MOST_PER_MINUTE),
      connections: MOST_CONNECTIONS,
      drainIdleMs: DRAIN_IDLE_MS,
      connectionsPerAddress: env.integer("ADDRESS_CONNECTIONS", 500, 1, MOST_CONNECTIONS),
    },
    batching: joinBatching(env),
    trustedProxies: env.integer("TRUSTED_PROXIES", 0, 0, 16),
  };
  env.done();
  return config;
}
