import type { Logger } from "@tms/kit/process/log";
import { warnRarely } from "@tms/kit/process/rarely";
import type { Shutdown } from "@tms/kit/process/shutdown";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { openRedis, type Reachable } from "../redis.ts";
import { comparePositions, findRequest } from "./search.ts";
import {
  KEPT_MS,
  MAX_KEPT,
  type Kind,
  kindOf,
  type Read,
  type RequestStore,
  type StoredRecord,
} from "./store.ts";

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
    read: (range) => shared.read(range).catch(() => own.read(range)),
    async find(gameId, requestId) {
      const found = await shared.find(gameId, requestId).catch(() => undefined);
      // The shared store may have been unreachable when the request was recorded, or may have lost its data.
      return found ?? (await own.find(gameId, requestId));
    },
  };
}

const FIELD = "r";

/** Creates a store in Redis, which all replicas share. Each environment has a stream for each kind. */
export function createRedisRequestStore(redis: Redis): RequestStore {
  const read: Read = async ({ gameId, kind, before, since, count }) => {
    const from = before === "" ? "+" : `(${before}`;
    const rows = await redis.xrevrange(streamKey(gameId, kind), from, since, "COUNT", count);
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
        const key = streamKey(gameId, kindOf(record.status));
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

const streamKey = (gameId: string, kind: Kind): string => `tms:requests:${gameId}:${kind}`;

const MAX_BYTES = 16 * 1024 * 1024;
// The approximate size of a record without its text.
const OVERHEAD_BYTES = 400;

interface MemoryRecord {
  gameId: string;
  kind: Kind;
  storedAt: number;
  position: string;
  text: string;
}

export function createMemoryRequestStore(maxBytes = MAX_BYTES): RequestStore {
  // Each key is set once and never read, so the values are in order, the newest first.
  const records = new LRUCache<number, MemoryRecord>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }) => OVERHEAD_BYTES + 2 * text.length,
    ttl: KEPT_MS,
  });
  let last = 0;
  let storedAt = 0;

  const read: Read = async ({ gameId, kind, before, since, count }) => {
    const found: StoredRecord[] = [];
    for (const one of records.values()) {
      if (one.storedAt < since || found.length === count) break;
      if (one.gameId !== gameId || one.kind !== kind) continue;
      if (before === "" || comparePositions(one.position, before) < 0) found.push(one);
    }
    return found;
  };

  return {
    read,
    find: (gameId, requestId) => findRequest(read, gameId, requestId),
    async append(entries) {
      // A clock that steps back must not decrease `storedAt`: `read` stops at a record before `since`.
      storedAt = Math.max(storedAt, Date.now());
      for (const { gameId, record } of entries) {
        const [kind, text] = [kindOf(record.status), JSON.stringify(record)];
        const position = `${storedAt}-${++last}`;
        records.set(last, { gameId, kind, storedAt, position, text });
      }
    },
  };
}
