import type { Logger } from "@tms/kit/process/log";
import { warnRarely } from "@tms/kit/process/rarely";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openRedis, type Reachable } from "../redis.ts";
import { createMemoryRequestStore } from "./memory-store.ts";
import { createRedisRequestStore } from "./redis-store.ts";
import type { RequestStore } from "./store.ts";

// The time limit of a command. Only requests that read the log wait for commands, so the limit may be long.
const COMMAND_LIMIT_MS = 1_000;

/** Opens the store of the request log: in memory, and also in Redis if there is a `url`. */
export function openRequestStore(
  url: string | undefined,
  log: Logger,
  shutdown: Shutdown,
  reachable?: Reachable,
): RequestStore {
  const own = createMemoryRequestStore();
  if (url === undefined) return own;
  // A separate connection, so that reading a long page of the log does not delay requests.
  const settings = { url, purpose: "the request log", commandLimitMs: COMMAND_LIMIT_MS };
  const shared = createRedisRequestStore(openRedis(settings, log, shutdown, reachable));
  return createFallbackStore(shared, own, log);
}

/** Creates a store that writes to both stores, and reads from `own` while `shared` is unreachable. */
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
      // The shared store may have been unreachable when the request was recorded, or may have lost its data.
      return found ?? (await own.find(gameId, requestId));
    },
  };
}
