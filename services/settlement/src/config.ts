import type { EnvReader } from "@tms/kit/process/config";

/** The queue's backend: Redis or, outside production only, Postgres. */
export type QueueConfig =
  | { backend: "redis"; url: string; production: boolean }
  | { backend: "postgres"; url: string };

export const readSettings = (env: EnvReader, production: boolean) => ({
  queue: readQueue(env, production),
  /** The number of settlements that run at the same time. */
  concurrency: env.integer("SETTLEMENT_CONCURRENCY", 256, 1, 1_024),
});

function readQueue(env: EnvReader, production: boolean): QueueConfig {
  const redis = env.optionalUrl("REDIS_URL", ["redis:", "rediss:"]);
  if (redis !== undefined) return { backend: "redis", url: redis, production };
  const postgres = env.optionalUrl("QUEUE_DATABASE_URL", ["postgres:", "postgresql:"]);
  if (production || postgres === undefined)
    env.fault("REDIS_URL", production ? "is missing; production requires Redis" : "is missing");
  return { backend: "postgres", url: postgres ?? "" };
}
