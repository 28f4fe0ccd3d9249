import { LRUCache } from "lru-cache";
import { findRequest } from "./find.ts";
import { comparePositions } from "./positions.ts";
import { kindOf, type Kind } from "./record.ts";
import { KEPT_MS, type Read, type RequestStore, type StoredRecord } from "./store.ts";

const MOST_BYTES = 16 * 1024 * 1024;
// The size of a record beside its text, roughly.
const OVERHEAD_BYTES = 200;

interface MemoryRecord {
  gameId: string;
  kind: Kind;
  storedAt: number;
  position: string;
  text: string;
}

/** Keeps the newest records in this process, of all environments together up to a size. */
export function createMemoryRequestStore(maxBytes = MOST_BYTES): RequestStore {
  // Nothing is read by its number, so the first to go is the oldest.
  const records = new LRUCache<number, MemoryRecord>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }) => OVERHEAD_BYTES + 2 * text.length,
    ttl: KEPT_MS,
  });
  let last = 0;
  const read: Read = async ({ gameId, kind, before, since, count }) => {
    const found: StoredRecord[] = [];
    // The newest first.
    for (const { position, text, ...one } of records.values()) {
      if (found.length >= count || one.storedAt < since) break;
      const isEarlier = before === "" || comparePositions(position, before) < 0;
      if (isEarlier && one.gameId === gameId && one.kind === kind) found.push({ position, text });
    }
    return found;
  };
  return {
    read,
    find: (gameId, requestId) => findRequest(read, gameId, requestId),
    async append(entries) {
      const storedAt = Date.now();
      for (const { gameId, record } of entries) {
        const [kind, text] = [kindOf(record.status), JSON.stringify(record)];
        const position = `${storedAt}-${++last}`;
        records.set(last, { gameId, kind, storedAt, position, text });
      }
    },
  };
}
