import { LRUCache } from "lru-cache";
import { MARKER_TTL_MS } from "./store.ts";

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
