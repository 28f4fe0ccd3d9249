import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openRedis } from "../redis.ts";
import { createFallbackStore } from "./fallback-store.ts";
import { createMemoryRequestStore } from "./memory-store.ts";
import { createRedisRequestStore } from "./redis-store.ts";
import type { RequestStore } from "./store.ts";

/** Opens the store of the request log: in Redis when there is a URL, and in this process. */
export function openRequestStore(
  url: string | undefined,
  log: Logger,
  shutdown: Shutdown,
): RequestStore {
  const own = createMemoryRequestStore();
  if (url === undefined) return own;
  // A connection of its own: a long page of the log must not hold up the requests themselves.
  const shared = createRedisRequestStore(openRedis(url, log, shutdown, "the request log"));
  return createFallbackStore(shared, own, log);
}
