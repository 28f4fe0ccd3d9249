import { LRUCache } from "lru-cache";
import { comparePositions } from "./search.ts";
import {
  KEPT_MS,
  type Kind,
  kindOf,
  type Read,
  type RequestRecord,
  type RequestStore,
  type StoredRecord,
} from "./store.ts";

const MAX_BYTES = 16 * 1024 * 1024;
// The approximate size of a record without its text.
const OVERHEAD_BYTES = 400;

interface MemoryRecord {
  gameId: string;
  /** Identifies the request and its environment. */
  key: string;
  kind: Kind;
  storedAt: number;
  position: string;
  text: string;
}

export function createMemoryRequestStore(maxBytes = MAX_BYTES): RequestStore {
  // Keys are consecutive numbers. Each key is set only once, so the oldest record is evicted first.
  const records = new LRUCache<number, MemoryRecord>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }) => OVERHEAD_BYTES + 2 * text.length,
    ttl: KEPT_MS,
    dispose: ({ key }, number) => {
      if (newestOf.get(key) === number) newestOf.delete(key);
    },
  });
  const newestOf = new Map<string, number>();
  let last = 0;
  let storedAt = 0;

  /** Returns the number of the newest record before a position, which may be from another store. */
  function newestBefore(before: string): number {
    if (before === "") return last;
    let [low, high] = [last - records.size, last];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const position = records.peek(middle)?.position;
      if (position === undefined || comparePositions(position, before) < 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  const read: Read = async ({ gameId, kind, before, since, count }) => {
    const found: StoredRecord[] = [];
    for (let number = newestBefore(before); found.length < count; number--) {
      const one = records.peek(number);
      if (one === undefined || one.storedAt < since) break;
      if (one.gameId === gameId && one.kind === kind) found.push(one);
    }
    return found;
  };

  return {
    read,
    async find(gameId, requestId) {
      const one = records.peek(newestOf.get(keyOf(gameId, requestId)) ?? 0);
      return one && (JSON.parse(one.text) as RequestRecord);
    },
    async append(entries) {
      // A clock that steps back must not decrease positions, because newestBefore uses binary search.
      storedAt = Math.max(storedAt, Date.now());
      for (const { gameId, record } of entries) {
        const [kind, text] = [kindOf(record.status), JSON.stringify(record)];
        const position = `${storedAt}-${++last}`;
        const key = keyOf(gameId, record.requestId);
        records.set(last, { gameId, key, kind, storedAt, position, text });
        newestOf.set(key, last);
      }
    },
  };
}

const keyOf = (gameId: string, requestId: string): string => `${gameId}/${requestId}`;
