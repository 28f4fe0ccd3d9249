import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openRedis, type Reachable } from "../redis.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRedisStore } from "./redis-store.ts";
import type { IdempotencyStore } from "./store.ts";

// A request waits this long for Redis, then continues without it.
const COMMAND_LIMIT_MS = 300;

export function openIdempotencyStore(
  url: string | undefined,
  log: Logger,
  shutdown: Shutdown,
  reachable?: Reachable,
): IdempotencyStore {
  if (url === undefined) {
    log.info("REDIS_URL is not set; idempotency records are kept in memory");
    return createMemoryStore();
  }
  const settings = { url, purpose: "idempotency records", commandLimitMs: COMMAND_LIMIT_MS };
  return createRedisStore(openRedis(settings, log, shutdown, reachable));
}
