import { newId } from "@tms/kit/values/ids";
import { LRUCache } from "lru-cache";
import { ANSWER_TTL_MS, MARKER_TTL_MS, type IdempotencyStore, type StoredAnswer } from "./store.ts";

const MAX_BYTES = 64 * 1024 * 1024;
// The approximate size of a record without its texts.
const OVERHEAD_BYTES = 512;

interface MemoryRecord {
  fingerprint: string;
  /** The token of the request. Null for a reserved key. */
  token: string | null;
  answer: StoredAnswer | undefined;
}

/** Creates a store in memory, for development with one replica. `maxBytes` limits the total size. */
export function createMemoryStore(maxBytes = MAX_BYTES): IdempotencyStore {
  const records = new LRUCache<string, MemoryRecord>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }) => OVERHEAD_BYTES + 2 * (answer?.body.length ?? 0),
  });
  // Returns whether a request may end its record. A kept response stays, even if its own request ends again.
  const mayEnd = (id: string, token: string) => {
    const held = records.get(id);
    return held === undefined || (held.token === token && held.answer === undefined);
  };
  return {
    async begin(id, fingerprint) {
      const known = records.get(id);
      if (known?.answer)
        return { kind: "answered", fingerprint: known.fingerprint, answer: known.answer };
      if (known && (known.token !== null || known.fingerprint !== fingerprint))
        return { kind: "inFlight", fingerprint: known.fingerprint };
      const token = newId();
      records.set(id, { fingerprint, token, answer: undefined }, { ttl: MARKER_TTL_MS });
      return { kind: "begun", token, isReserved: known !== undefined };
    },
    async find(id) {
      const known = records.get(id);
      if (known === undefined) return undefined;
      const { fingerprint, token, answer } = known;
      return { fingerprint, state: answer ?? (token === null ? "reserved" : "inFlight") };
    },
    async finish(id, token, fingerprint, answer) {
      if (mayEnd(id, token))
        records.set(id, { fingerprint, token, answer }, { ttl: ANSWER_TTL_MS });
    },
    async release(id, token) {
      if (mayEnd(id, token)) records.delete(id);
    },
    async reserve(id, token, fingerprint) {
      if (mayEnd(id, token))
        records.set(id, { fingerprint, token: null, answer: undefined }, { ttl: ANSWER_TTL_MS });
    },
  };
}
