import { singleFlight } from "@tms/kit/batching/single-flight";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { LRUCache } from "lru-cache";
import type { Caller } from "./principal.ts";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import type { PresentedKey } from "./credentials.ts";
import { createKeyLookup, type Found } from "./key-lookup.ts";

/** Times for which an answer of the game service is believed. */
export interface KeyCacheTimes {
  /** How late a revocation may take effect. */
  goodMs: number;
  /** How late a key just issued may be accepted, if it was tried before. */
  badMs: number;
  /** How long a key goes on being good while the game service is out of reach. */
  awayMs: number;
}

const TIMES: KeyCacheTimes = { goodMs: 5_000, badMs: 1_000, awayMs: 600_000 };
const MOST_KEYS = 10_000;

type Digest = PresentedKey["digest"];

interface Good {
  caller: Caller;
  /** Until then nobody is asked. */
  freshUntil: number;
  /** Until then it counts while nobody can be asked. */
  trustedUntil: number;
}

/**
 * Finds the caller a key stands for. The game service is asked once, however many requests
 * wait for it, and again when its answer is no longer fresh. While it is out of reach a key that
 * was good stays good for a while, and only the first request finds out by waiting; it counts as
 * out of reach only shortly after it was, so that an old answer is not believed once it is back.
 * A key that cannot be one is refused without asking. Keys that are refused are remembered apart:
 * however many are tried, they push out no good one. Throws API_KEY_INVALID.
 */
export function createKeyCache(game: Clients["game"], times: KeyCacheTimes = TIMES) {
  const lookUp = createKeyLookup(game);
  // Keys that were good wait behind none that are only tried.
  const lookUpAgain = createKeyLookup(game);
  const good = new LRUCache<string, Good>({ max: MOST_KEYS });
  /** Until when nobody is asked about a key that was refused. */
  const bad = new LRUCache<string, number>({ max: MOST_KEYS });
  const asking = singleFlight<Caller | undefined>();
  // Until then the game service counts as out of reach, whichever key it was asked about.
  let awayUntil = 0;

  function remember(name: string, found: Found | undefined): void {
    const now = Date.now();
    awayUntil = 0;
    if (found === undefined) {
      good.delete(name);
      bad.set(name, now + times.badMs);
      return;
    }
    good.set(name, {
      caller: found.caller,
      freshUntil: Math.min(now + times.goodMs, found.expiresAt),
      trustedUntil: Math.min(now + times.awayMs, found.expiresAt),
    });
  }

  async function ask(name: string, digest: Digest): Promise<Caller | undefined> {
    try {
      const found = await (good.has(name) ? lookUpAgain : lookUp)(digest);
      remember(name, found);
      return found?.caller;
    } catch (error) {
      const last = good.get(name);
      if (!isAway(error)) throw error;
      const now = Date.now();
      awayUntil = now + times.goodMs;
      if (!isTrusted(last)) throw error;
      // Asked again by half of it, it has answered or failed anew before anybody has to wait.
      good.set(name, { ...last, freshUntil: Math.min(now + times.goodMs / 2, last.trustedUntil) });
      return last.caller;
    }
  }

  const askOnce = (name: string, digest: Digest): Promise<Caller | undefined> =>
    asking(name, () => ask(name, digest));

  return async ({ digest, isWellFormed }: PresentedKey): Promise<Caller> => {
    const name = Buffer.from(digest).toString("base64");
    const last = good.get(name);
    if (last === undefined && (isKnownBad(bad.get(name)) || !isWellFormed())) throw invalid();
    if (last !== undefined && Date.now() < last.freshUntil) return last.caller;
    if (Date.now() < awayUntil && isTrusted(last)) {
      void askOnce(name, digest).catch(() => undefined);
      return last.caller;
    }
    const caller = await askOnce(name, digest);
    if (caller === undefined) throw invalid();
    return caller;
  };
}

const isAway = (error: unknown): boolean =>
  refusedFor(error, "UNAVAILABLE", "DEADLINE_EXCEEDED", "OVERLOADED");

const isTrusted = (known: Good | undefined): known is Good =>
  known !== undefined && Date.now() < known.trustedUntil;

const isKnownBad = (until: number | undefined) => until !== undefined && Date.now() < until;

const invalid = () => new ProblemError("API_KEY_INVALID");
