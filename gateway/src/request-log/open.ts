import type { Logger } from "@tms/kit/process/log";
import { warnRarely } from "@tms/kit/process/rarely";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openRedis, type Reachable } from "../redis.ts";
import { createMemoryRequestStore } from "./memory-store.ts";
import { createRedisRequestStore } from "./redis-store.ts";
import type { RequestStore } from "./store.ts";

// Nothing waits for a second of records to be written, and whoever reads them is a person.
const COMMAND_LIMIT_MS = 1_000;

/** Opens the store of the request log: in Redis when there is a URL, and in this process. */
export function openRequestStore(
  url: string | undefined,
  log: Logger,
  shutdown: Shutdown,
  reachable?: Reachable,
): RequestStore {
  const own = createMemoryRequestStore();
  if (url === undefined) return own;
  // A connection of its own: a long page of the log must not hold up the requests themselves.
  const settings = { url, purpose: "the request log", commandLimitMs: COMMAND_LIMIT_MS };
  const shared = createRedisRequestStore(openRedis(settings, log, shutdown, reachable));
  return createFallbackStore(shared, own, log);
}

/**
 * A store for all replicas, with one in this process beside it: while the first is out of reach, the
 * second has what this replica answered.
 */
export function createFallbackStore(
  shared: RequestStore,
  own: RequestStore,
  log: Logger,
): RequestStore {
  const warn = warnRarely(log, "the request log in Redis is unreachable");
  return {
    async append(entries) {
      await own.append(entries);
      await shared.append(entries).catch(warn);
    },
    read: (stretch) => shared.read(stretch).catch(() => own.read(stretch)),
    async find(gameId, requestId) {
      const found = await shared.find(gameId, requestId).catch(() => undefined);
      // The first may have been away when this replica answered, or come back without its data.
      return found ?? (await own.find(gameId, requestId));
    },
  };
}
