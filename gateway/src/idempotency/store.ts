import { LRUCache } from "lru-cache";

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The result of beginning a request with an Idempotency-Key. */
export type Beginning =
  /** The first request with its key, or with a key reserved for it. The request must end with the token. */
  | { kind: "begun"; token: string; isReserved: boolean }
  /** Another request with the key has not ended, or the key is reserved for another request. */
  | { kind: "inFlight"; fingerprint: string }
  /** An earlier request with the key has a response. */
  | { kind: "answered"; fingerprint: string; answer: StoredAnswer };

export interface Known {
  fingerprint: string;
  state: "inFlight" | "reserved" | StoredAnswer;
}

/** The records of requests by key. The marker of a request that never ends expires. */
export interface IdempotencyStore {
  begin(id: string, fingerprint: string): Promise<Beginning>;
  /** Looks up a key without a change. */
  find(id: string): Promise<Known | undefined>;
  /** Keeps the response for repeats. Sends it to the store within this turn of the event loop. */
  finish(id: string, token: string, fingerprint: string, answer: StoredAnswer): Promise<void>;
  /** Forgets the request. Any request with the key is then a first attempt. */
  release(id: string, token: string, fingerprint: string): Promise<void>;
  /** Reserves the key. A repeat of this request is then a first attempt, and other requests are refused. */
  reserve(id: string, token: string, fingerprint: string): Promise<void>;
}

/** The lifetime of a marker. It is longer than any request, but short enough for retries after a crash. */
export const MARKER_TTL_MS = 30_000;
export const ANSWER_TTL_MS = 24 * 60 * 60 * 1000;

/** More requests than a process handles at a time. */
const MAX_CLAIMS = 10_000;

export interface Claim {
  readonly id: string;
  readonly fingerprint: string;
}

/** Creates the set of keys that requests of this process hold. The set does not depend on the store. */
export function createUnderWay() {
  const claims = new LRUCache<string, Claim>({ max: MAX_CLAIMS, ttl: MARKER_TTL_MS });
  return {
    /** Claims a key. Returns `mine`, or the claim of another request that already holds the key. */
    claim(mine: Claim): Claim {
      const held = claims.get(mine.id);
      if (held === undefined) claims.set(mine.id, mine);
      return held ?? mine;
    },
    /** Ends a request. Does nothing if another request holds its key by now. */
    end(claim: Claim): void {
      if (claims.get(claim.id) === claim) claims.delete(claim.id);
    },
  };
}
