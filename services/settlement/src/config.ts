import {
  callerToken,
  serviceAddress,
  readEnv,
  serviceConfig,
  type EnvReader,
  type ServiceConfig,
} from "@tms/kit/process/config";

/** The queue's backend: Redis or, outside production only, Postgres. */
export type QueueConfig =
  | { backend: "redis"; url: string; production: boolean }
  | { backend: "postgres"; url: string };

/** The settlement service's settings. */
export interface SettlementConfig extends ServiceConfig {
  addresses: ServiceAddresses;
  /** Identifies this service to those that it calls. */
  callerToken: string;
  queue: QueueConfig;
  /** How many settlements are worked on at once. */
  concurrency: number;
}

/** URLs of the services that this one calls. */
export interface ServiceAddresses {
  tournament: string;
  entry: string;
  wallet: string;
  events: string;
}

/** Reads the settlement service's settings; throws ConfigError naming every fault. */
export function readConfig(from: NodeJS.ProcessEnv = process.env): SettlementConfig {
  const env = readEnv(from);
  const base = serviceConfig(env, 7105);
  const config = {
    ...base,
    addresses: {
      tournament: serviceAddress(env, "TOURNAMENT_URL"),
      entry: serviceAddress(env, "ENTRY_URL"),
      wallet: serviceAddress(env, "WALLET_URL"),
      events: serviceAddress(env, "EVENTS_URL"),
    },
    callerToken: callerToken(env),
    queue: queueConfig(env, base.production),
    concurrency: env.integer("SETTLEMENT_CONCURRENCY", 256, 1, 1_024),
  };
  env.done();
  return config;
}

function queueConfig(env: EnvReader, production: boolean): QueueConfig {
  const redis = env.optionalUrl("REDIS_URL", ["redis:", "rediss:"]);
  if (redis !== undefined) return { backend: "redis", url: redis, production };
  const postgres = env.optionalUrl("QUEUE_DATABASE_URL", ["postgres:", "postgresql:"]);
  if (production || postgres === undefined)
    env.fault("REDIS_URL", production ? "is missing; production requires Redis" : "is missing");
  return { backend: "postgres", url: postgres ?? "" };
}
