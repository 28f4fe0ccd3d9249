import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { Redis } from "ioredis";
import { createMemoryStore } from "./memory-store.ts";
import { createRedisStore } from "./redis-store.ts";
import type { IdempotencyStore } from "./store.ts";

// A request waits this long for Redis, then goes on without it.
const COMMAND_LIMIT_MS = 300;
// After this silence the connection is closed, and the commands that wait on it fail.
const SILENCE_LIMIT_MS = 1_000;
const LONGEST_PAUSE_MS = 2_000;

/** Opens the store of idempotency records: in Redis when there is a URL, else in this process. */
export function openIdempotencyStore(
  url: string | undefined,
  log: Logger,
  shutdown: Shutdown,
): IdempotencyStore {
  if (url === undefined) {
    log.info("REDIS_URL is not set: idempotency records are kept in this process");
    return createMemoryStore();
  }
  const redis = new Redis(url, {
    commandTimeout: COMMAND_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    connectTimeout: LONGEST_PAUSE_MS,
    // Commands fail at once while Redis is away, instead of piling up.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_PAUSE_MS),
  });
  let reachable: boolean | undefined;
  redis.on("ready", () => {
    reachable = true;
    log.info("Redis is reachable");
  });
  // Every attempt to connect repeats the error; the first is logged.
  redis.on("error", (error) => {
    if (reachable !== false) log.warn({ err: error }, "Redis is not reachable");
    reachable = false;
  });
  shutdown.add("the Redis connection", () => redis.disconnect());
  return createRedisStore(redis);
}
