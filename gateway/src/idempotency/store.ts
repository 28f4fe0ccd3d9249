import { LRUCache } from "lru-cache";

/** An answer kept for repeats. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The answer of a store to a request with an Idempotency-Key that begins. */
export type Beginning =
  /** The request is the first, or the one the key is reserved for. It must end under this token. */
  | { kind: "begun"; token: string; isReserved: boolean }
  /** Another request with the key has not ended yet, or has reserved it. */
  | { kind: "inFlight"; fingerprint: string }
  /** A request with the key was answered. */
  | { kind: "answered"; fingerprint: string; answer: StoredAnswer };

/** What a store knows of a key. */
export interface Known {
  fingerprint: string;
  state: "inFlight" | "reserved" | StoredAnswer;
}

/** Remembers requests by key. The marker of a request that never ends expires. */
export interface IdempotencyStore {
  begin(id: string, fingerprint: string): Promise<Beginning>;
  /** Looks a key up and changes nothing. */
  find(id: string): Promise<Known | undefined>;
  /** Keeps the answer for repeats. */
  finish(id: string, token: string, fingerprint: string, answer: StoredAnswer): Promise<void>;
  /** Forgets the request, so that a repeat is a first attempt again, and so is any other request. */
  release(id: string, token: string, fingerprint: string): Promise<void>;
  /** Keeps for which request the key was used: a repeat is a first attempt again, no other request is. */
  reserve(id: string, token: string, fingerprint: string): Promise<void>;
}

/** Longer than any request can take, short enough that a crash does not block its retry. */
export const MARKER_TTL_MS = 30_000;
export const ANSWER_TTL_MS = 24 * 60 * 60 * 1000;

/** More requests than a process ever works on at a time. */
const MOST = 10_000;

/** A request that this process works on. */
export interface Claim {
  readonly id: string;
  readonly fingerprint: string;
}

/**
 * The requests that this process works on, by their keys: known also while the store of all replicas
 * is out of reach or has forgotten them. One that never ends is forgotten when its marker would be.
 */
export function createUnderWay() {
  const claims = new LRUCache<string, Claim>({ max: MOST, ttl: MARKER_TTL_MS });
  return {
    /** The claim of the request that has this key now: the given one, if nobody else had it. */
    claim(mine: Claim): Claim {
      const held = claims.get(mine.id);
      if (held === undefined) claims.set(mine.id, mine);
      return held ?? mine;
    },
    /** Ends a request; one whose key another has by now ends nothing. */
    end(claim: Claim): void {
      if (claims.get(claim.id) === claim) claims.delete(claim.id);
    },
  };
}
