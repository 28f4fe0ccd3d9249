import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { Redis } from "ioredis";

// A request waits this long for Redis, then goes on without it.
const COMMAND_LIMIT_MS = 300;
// After this silence the connection is closed, and the commands that wait on it fail.
const SILENCE_LIMIT_MS = 1_000;
const LONGEST_PAUSE_MS = 2_000;

/** Opens a connection to Redis. `purpose` says in the log what it is for. */
export function openRedis(url: string, log: Logger, shutdown: Shutdown, purpose: string): Redis {
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
    log.info({ purpose }, "Redis is reachable");
  });
  // Every attempt to connect repeats the error; the first is logged.
  redis.on("error", (error) => {
    if (reachable !== false) log.warn({ err: error, purpose }, "Redis is not reachable");
    reachable = false;
  });
  shutdown.add(`the Redis connection of ${purpose}`, () => redis.disconnect());
  return redis;
}
