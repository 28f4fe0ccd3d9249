import { singleFlight } from "@tms/kit/batching/single-flight";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { LRUCache } from "lru-cache";
import type { Clients } from "../../clients.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import type { PresentedKey } from "../credentials.ts";
import { createKeyLookup, type KnownKey } from "./key-lookup.ts";

/** How long an answer of the game service is believed. */
export interface KeyCacheTimes {
  /** How late a revocation may take effect. */
  goodMs: number;
  /** How late a key just issued may be accepted, if it was tried before. */
  badMs: number;
  /** How long a key stays good while the game service is out of reach. */
  awayMs: number;
}

const TIMES: KeyCacheTimes = { goodMs: 5_000, badMs: 1_000, awayMs: 600_000 };
const MOST_KEYS = 10_000;

type Digest = PresentedKey["digest"];

/** Moments are those of a clock that nobody sets, `performance.now()`: a key's end alone is a time of day. */
interface Good {
  key: KnownKey;
  /** Until then the game service is not asked. */
  freshUntil: number;
  /** Until then the key is good while the game service is out of reach. */
  trustedUntil: number;
}

/**
 * Finds an API key. The game service is asked once, however many requests wait for its answer, and
 * again when the answer is no longer fresh. While the service is out of reach a key that was good
 * stays good for a while, and only the first request waits to find that out; the service counts as
 * out of reach for a short time only, so that an old answer is not believed once it is back. A text
 * that has not the form of a key is refused without a call. Refused keys are remembered apart:
 * however many are tried, they push out no good one. Throws API_KEY_INVALID.
 */
export function createKeyCache(game: Clients["game"], times: KeyCacheTimes = TIMES) {
  const lookUp = createKeyLookup(game);
  // Keys that were good do not queue behind keys that are only tried.
  const lookUpAgain = createKeyLookup(game);
  const good = new LRUCache<string, Good>({ max: MOST_KEYS });
  /** Until when the game service is not asked about a refused key. */
  const bad = new LRUCache<string, number>({ max: MOST_KEYS });
  const asking = singleFlight<KnownKey | undefined>();
  // Until then the game service counts as out of reach for all keys.
  let awayUntil = -Infinity;

  // An answer may be as old as its question: a key may have been revoked since, while it was under way.
  function remember(name: string, found: KnownKey | undefined, askedAt: number): void {
    awayUntil = -Infinity;
    if (found === undefined) {
      good.delete(name);
      bad.set(name, askedAt + times.badMs);
      return;
    }
    good.set(name, {
      key: found,
      freshUntil: askedAt + times.goodMs,
      trustedUntil: askedAt + times.awayMs,
    });
  }

  async function ask(name: string, digest: Digest): Promise<KnownKey | undefined> {
    const askedAt = performance.now();
    try {
      const found = await (good.has(name) ? lookUpAgain : lookUp)(digest);
      remember(name, found, askedAt);
      return found;
    } catch (error) {
      const last = good.get(name);
      if (!isAway(error)) throw error;
      const now = performance.now();
      awayUntil = now + times.goodMs;
      if (last === undefined || !isTrusted(last)) throw error;
      // Asked again after half of the time, it has answered or failed before a request has to wait.
      good.set(name, { ...last, freshUntil: now + times.goodMs / 2 });
      return last.key;
    }
  }

  const askOnce = (name: string, digest: Digest): Promise<KnownKey | undefined> =>
    asking(name, () => ask(name, digest));

  return async ({ digest, isWellFormed }: PresentedKey): Promise<KnownKey> => {
    const name = Buffer.from(digest).toString("base64");
    const last = good.get(name);
    if (last === undefined && (isKnownBad(bad.get(name)) || !isWellFormed())) throw invalid();
    if (last !== undefined && isFresh(last)) return last.key;
    if (last !== undefined && performance.now() < awayUntil && isTrusted(last)) {
      void askOnce(name, digest).catch(() => undefined);
      return last.key;
    }
    const key = await askOnce(name, digest);
    if (key === undefined) throw invalid();
    return key;
  };
}

const isAway = (error: unknown): boolean =>
  refusedFor(error, "UNAVAILABLE", "DEADLINE_EXCEEDED", "OVERLOADED");

const isFresh = (known: Good): boolean => performance.now() < known.freshUntil && isTrusted(known);

const isTrusted = ({ trustedUntil, key }: Good): boolean =>
  performance.now() < trustedUntil && Date.now() < key.expiresAt;

const isKnownBad = (until: number | undefined) => until !== undefined && performance.now() < until;

const invalid = () => new ProblemError("API_KEY_INVALID");
