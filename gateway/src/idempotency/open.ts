import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openRedis } from "../redis.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRedisStore } from "./redis-store.ts";
import type { IdempotencyStore } from "./store.ts";

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
  return createRedisStore(openRedis(url, log, shutdown, "idempotency records"));
}
