import type { Logger } from "@tms/kit/process/log";
import type { RequestStore } from "./store.ts";

/**
 * A store for all replicas, with one in this process beside it: while the first is out of reach, the
 * second has what this replica answered.
 */
export function createFallbackStore(
  shared: RequestStore,
  own: RequestStore,
  log: Logger,
): RequestStore {
  let isReachable = true;
  return {
    async append(entries) {
      await own.append(entries);
      try {
        await shared.append(entries);
        isReachable = true;
      } catch (error) {
        // Said once: this happens every second.
        if (isReachable) log.warn({ err: error }, "the request log is out of reach");
        isReachable = false;
      }
    },
    read: (stretch) => shared.read(stretch).catch(() => own.read(stretch)),
    async find(gameId, requestId) {
      const found = await shared.find(gameId, requestId).catch(() => undefined);
      // The first may have been away when this replica answered, or come back without its data.
      return found ?? (await own.find(gameId, requestId));
    },
  };
}
