import { join } from "node:path";
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

/** The settings of the gateway. */
export interface GatewayConfig extends ProcessConfig {
  /** The port that answers probes, and nothing else. */
  probePort: number;
  /** The URL at which callers reach the gateway; problem types and the OpenAPI document name it. */
  publicUrl: string;
  clients: ServiceAddresses;
  /** The token by which the services know the gateway. */
  callerToken: string;
  /** Absent only outside production: idempotency records are then kept in the process. */
  redisUrl: string | undefined;
  limits: LimitsConfig;
  batching: Batching;
  /** Where the built dashboard lies. */
  dashboardFolder: string;
  /** Where the built documentation site lies. */
  siteFolder: string;
  /** How many proxies in front are trusted about a caller's address. */
  trustedProxies: number;
}

/** Addresses of the services behind the gateway. */
export interface ServiceAddresses {
  game: string;
  tournament: string;
  entry: string;
  wallet: string;
  settlement: string;
  identity: string;
  events: string;
}

/** Limits of each replica. */
export interface LimitsConfig {
  /** Requests per minute. */
  perKey: number;
  perPerson: number;
  perAddress: number;
  /** Invitations per minute that are sent from one address. */
  invitesPerAddress: number;
  /** Open connections; further ones are closed at once. */
  connections: number;
  /** How long a connection without a request is kept open while the gateway stops. */
  drainIdleMs: number;
  /** Open connections of one address; behind proxies, requests of one address under way. */
  connectionsPerAddress: number;
}

// Beside this package, in the repository as in an image.
const SITE = join(import.meta.dirname, "../../site/dist");
const DASHBOARD = join(import.meta.dirname, "../../dashboard/dist");
const MOST_PER_MINUTE = 10_000_000;
// Twenty a second: more than any page needs, and than anybody types.
const PERSON_PER_MINUTE = 1_200;
// Each is a mail to somebody who did not ask for it.
const INVITES_PER_MINUTE = 5;
// An idle connection takes some 20 KB: this many fit into 256 MB beside everything else.
const MOST_CONNECTIONS = 2_500;
// A caller who sends a request every second or so is served until the end.
const DRAIN_IDLE_MS = 2_000;

/** Reads the settings of the gateway. Throws a ConfigError that names every fault. */
export function readConfig(environment = process.env): GatewayConfig {
  const env = readEnv(environment);
  const base = processConfig(env, 8080);
  const redisUrl = env.optionalUrl("REDIS_URL", ["redis:", "rediss:"]);
  if (base.production && redisUrl === undefined)
    env.fault("REDIS_URL", "is missing; production requires Redis");
  const publicUrl = env.url("PUBLIC_URL", ["http:", "https:"], `http://127.0.0.1:${base.port}`);
  const config = {
    ...base,
    probePort: probePort(env, base.port),
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
    redisUrl,
    limits: {
      perKey: env.integer("RATE_LIMIT_PER_MINUTE", 60_000, 1, MOST_PER_MINUTE),
      perPerson: PERSON_PER_MINUTE,
      perAddress: env.integer("ADDRESS_RATE_LIMIT_PER_MINUTE", 600, 1, MOST_PER_MINUTE),
      invitesPerAddress: INVITES_PER_MINUTE,
      connections: MOST_CONNECTIONS,
      drainIdleMs: DRAIN_IDLE_MS,
      connectionsPerAddress: env.integer("ADDRESS_CONNECTIONS", 500, 1, MOST_CONNECTIONS),
    },
    batching: joinBatching(env),
    dashboardFolder: DASHBOARD,
    siteFolder: SITE,
    trustedProxies: env.integer("TRUSTED_PROXIES", 0, 0, 16),
  };
  env.done();
  return config;
}
