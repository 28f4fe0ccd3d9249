import { newId } from "@tms/kit/values/ids";
import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import DataLoader from "dataloader";
import type { Redis, Result } from "ioredis";
import { LRUCache } from "lru-cache";
import {
  ANSWER_TTL_MS,
  MARKER_TTL_MS,
  mayBegin,
  type IdempotencyStore,
  type KeyRecord,
  type StoredAnswer,
} from "./store.ts";
import { openRedis, type Reachable } from "../redis.ts";

// A request waits this long for Redis, then continues without it.
const COMMAND_LIMIT_MS = 300;

/** Opens the store of idempotency records: in Redis, or in memory if there is no `url`. */
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

const MAX_BYTES = 64 * 1024 * 1024;
// The approximate size of a record without its strings.
const OVERHEAD_BYTES = 512;

/** Creates a store in memory, for development with one replica. `maxBytes` limits the total size. */
export function createMemoryStore(maxBytes = MAX_BYTES): IdempotencyStore {
  const records = new LRUCache<string, KeyRecord & { token: string }>({
    maxSize: maxBytes,
    sizeCalculation: ({ state }) =>
      OVERHEAD_BYTES + (typeof state === "string" ? 0 : 2 * state.body.length),
  });
  // A kept response stays, even if its own request ends again.
  const end = (id: string, token: string, fingerprint: string, state: KeyRecord["state"]) => {
    const held = records.get(id);
    if (held === undefined || (held.token === token && held.state === "inFlight"))
      records.set(id, { fingerprint, token, state }, { ttl: ANSWER_TTL_MS });
  };
  return {
    async begin(id, fingerprint) {
      const [token, held] = [newId(), records.get(id)];
      if (mayBegin(held, fingerprint))
        records.set(id, { fingerprint, token, state: "inFlight" }, { ttl: MARKER_TTL_MS });
      return { token, held };
    },
    find: async (id) => records.get(id),
    finish: async (...ending) => end(...ending),
    reserve: async (id, token, fingerprint) => end(id, token, fingerprint, "reserved"),
    async release(id, token) {
      const held = records.get(id);
      if (held?.token === token && held.state === "inFlight") records.delete(id);
    },
  };
}

interface RedisRecord {
  fingerprint: string;
  /** The token of the request. Absent for a reserved key. */
  token?: string;
  answer?: StoredAnswer;
}

declare module "ioredis" {
  interface RedisCommander<Context> {
    tmsBegin(keys: number, ...args: (string | number)[]): Result<(string | null)[], Context>;
    tmsFinish(keys: number, ...args: (string | number)[]): Result<null, Context>;
    tmsRelease(keys: number, ...args: (string | number)[]): Result<null, Context>;
  }
}

// Sets the marker of each request that is the first with its key, or for which the key is reserved. Returns
// the earlier value of each key. ARGV: the markers, the reservations, the TTL of markers in ms.
const BEGIN = `local held = {}
for i, key in ipairs(KEYS) do
  local marker, ttl = ARGV[i], ARGV[2 * #KEYS + 1]
  held[i] = not redis.call('SET', key, marker, 'PX', ttl, 'NX') and redis.call('GET', key)
  if held[i] == ARGV[#KEYS + i] then redis.call('SET', key, marker, 'PX', ttl) end
end
return held`;
// Replaces each marker with the record of the request. Stores the record even if Redis has lost the marker,
// but never over the value of another request. ARGV: the markers, the records, the TTL of records in ms.
const FINISH = `for i, key in ipairs(KEYS) do
  local held = redis.call('GET', key)
  if held == false or held == ARGV[i] then
    redis.call('SET', key, ARGV[#KEYS + i], 'PX', ARGV[2 * #KEYS + 1])
  end
end`;
// Removes markers that are unchanged. ARGV: the markers.
const RELEASE = `for i, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[i] then redis.call('DEL', key) end
end`;

interface Marker {
  key: string;
  text: string;
}

/** Creates a store in Redis, which all replicas share. All records may be lost at any time. */
export function createRedisStore(redis: Redis): IdempotencyStore {
  redis.defineCommand("tmsBegin", { lua: BEGIN });
  redis.defineCommand("tmsFinish", { lua: FINISH });
  redis.defineCommand("tmsRelease", { lua: RELEASE });

  const find = batched((ids: readonly string[]) => redis.mget(...ids.map(keyOf)));

  const begin = batched(async (markers: readonly (Marker & { reservation: string })[]) => {
    try {
      const reservations = markers.map((marker) => marker.reservation);
      return await redis.tmsBegin(...argsOf(markers), ...reservations, MARKER_TTL_MS);
    } catch (error) {
      // The requests continue without markers. A slow Redis may still set the markers, and no request would
      // remove them. The release uses the same connection, so it arrives after the command that sets them.
      release(markers).catch(() => undefined);
      throw error;
    }
  });

  const finish = batched(async (endings: readonly (Marker & { record: string })[]) => {
    const records = endings.map((ending) => ending.record);
    try {
      await redis.tmsFinish(...argsOf(endings), ...records, ANSWER_TTL_MS);
    } catch (error) {
      keepForRelease(endings);
      throw error;
    }
    // DataLoader requires a result for each item.
    return endings;
  });

  async function end(id: string, token: string, record: RedisRecord): Promise<void> {
    const marker = markerOf(id, record.fingerprint, token);
    await finish({ ...marker, record: JSON.stringify(record) });
  }

  async function release(markers: readonly Marker[]): Promise<void> {
    try {
      await redis.tmsRelease(...argsOf(markers));
    } catch (error) {
      keepForRelease(markers);
      throw error;
    }
  }

  // Redis may still have the markers of requests that ended while it was unreachable. Until the markers
  // expire, a retry would be refused as in flight.
  let unreleased: Marker[] = [];
  function keepForRelease(markers: readonly Marker[]): void {
    unreleased.push(...markers.slice(0, MAX_UNRELEASED - unreleased.length));
  }
  redis.on("ready", () => {
    const markers = unreleased;
    unreleased = [];
    for (let from = 0; from < markers.length; from += MAX_AT_ONCE)
      release(markers.slice(from, from + MAX_AT_ONCE)).catch(() => undefined);
  });

  return {
    find: async (id) => parseRecord(await find(id)),
    async begin(id, fingerprint) {
      const token = newId();
      const reservation = JSON.stringify({ fingerprint } satisfies RedisRecord);
      const held = await begin({ ...markerOf(id, fingerprint, token), reservation });
      return { token, held: parseRecord(held) };
    },
    release: (id, token, fingerprint) => release([markerOf(id, fingerprint, token)]),
    reserve: (id, token, fingerprint) => end(id, token, { fingerprint }),
    finish: (id, token, fingerprint, answer) => end(id, token, { fingerprint, token, answer }),
  };
}

// The maximum number of keys in one command, which blocks Redis while it runs.
const MAX_AT_ONCE = 256;
// The maximum number of markers that wait for their release. Further markers expire in Redis.
const MAX_UNRELEASED = 10_000;

/** Creates a function that sends the items of one turn of the event loop in one command. */
function batched<I, O>(ask: (items: readonly I[]) => Promise<readonly O[]>) {
  const loader = new DataLoader<I, O>(ask, {
    cache: false,
    maxBatchSize: MAX_AT_ONCE,
    batchScheduleFn: (send) => void setImmediate(send),
  });
  return (item: I): Promise<O> => loader.load(item);
}

const argsOf = (markers: readonly Marker[]): [keys: number, ...args: string[]] => [
  markers.length,
  ...markers.map((marker) => marker.key),
  ...markers.map((marker) => marker.text),
];

const keyOf = (id: string): string => `tms:idempotency:${id}`;

const markerOf = (id: string, fingerprint: string, token: string): Marker => ({
  key: keyOf(id),
  text: JSON.stringify({ fingerprint, token } satisfies RedisRecord),
});

function parseRecord(held: string | null): KeyRecord | undefined {
  if (held === null) return undefined;
  const { fingerprint, token, answer } = JSON.parse(held) as RedisRecord;
  return { fingerprint, state: answer ?? (token === undefined ? "reserved" : "inFlight") };
}
