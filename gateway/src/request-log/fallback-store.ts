import type { Logger } from "@tms/kit/process/log";
import { warnRarely } from "@tms/kit/process/rarely";
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
