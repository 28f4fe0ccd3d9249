import type { Redis } from "ioredis";
import { findRequest } from "./search.ts";
import { KEPT_MS, type Kind, kindOf, MAX_KEPT, type Read, type RequestStore } from "./store.ts";

const FIELD = "r";

/** Creates a store in Redis, which all replicas share. Each environment has a stream for each kind. */
export function createRedisRequestStore(redis: Redis): RequestStore {
  const read: Read = async ({ gameId, kind, before, since, count }) => {
    const from = before === "" ? "+" : `(${before}`;
    const rows = await redis.xrevrange(keyOf(gameId, kind), from, since, "COUNT", count);
    return rows.map(([position, [, text = "{}"]]) => ({ position, text }));
  };
  return {
    read,
    find: (gameId, requestId) => findRequest(read, gameId, requestId),
    async append(entries) {
      const oldest = Date.now() - KEPT_MS;
      const pipeline = redis.pipeline();
      const keys = new Set<string>();
      for (const { gameId, record } of entries) {
        const key = keyOf(gameId, kindOf(record.status));
        keys.add(key);
        pipeline.xadd(key, "MAXLEN", "~", MAX_KEPT, "*", FIELD, JSON.stringify(record));
      }
      for (const key of keys) {
        pipeline.xtrim(key, "MINID", "~", oldest);
        pipeline.pexpire(key, KEPT_MS);
      }
      const results = await pipeline.exec();
      const failure = results?.find(([error]) => error !== null);
      if (failure?.[0]) throw failure[0];
    },
  };
}

const keyOf = (gameId: string, kind: Kind): string => `tms:requests:${gameId}:${kind}`;
