import { timestampMs } from "@bufbuild/protobuf/wkt";
import { refusedFor } from "@tms/kit/errors";
import { LRUCache } from "lru-cache";
import type { Caller } from "./caller.ts";
import type { Clients } from "../clients.ts";
import { AUTHENTICATION_LIMIT_MS } from "../plugins/deadline.ts";
import { ProblemError } from "../problems/problem-error.ts";

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

interface Known {
  caller: Caller | undefined;
  /** Until then nobody is asked. */
  freshUntil: number;
  /** Until then it counts while nobody can be asked. */
  trustedUntil: number;
}

/**
 * Finds the caller a digest stands for. The game service is asked once, however many requests
 * wait for it, and again when its answer is no longer fresh. While it is out of reach a key that
 * was good stays good for a while, and only the first request finds out by waiting; it counts as
 * out of reach only shortly after it was, so that an old answer is not believed once it is back.
 * `admit` is
 * called before it is asked about a digest not known to be good, and may throw. Throws
 * API_KEY_INVALID.
 */
export function createKeyCache(game: Clients["game"], times: KeyCacheTimes = TIMES) {
  const known = new LRUCache<string, Known>({ max: MOST_KEYS });
  const asking = new Map<string, Promise<Caller | undefined>>();
  // Until then the game service counts as out of reach, whichever key it was asked about.
  let awayUntil = 0;

  async function ask(name: string, digest: Uint8Array<ArrayBuffer>): Promise<Caller | undefined> {
    try {
      const caller = await authenticate(game, digest);
      const now = Date.now();
      awayUntil = 0;
      const expiresAt = caller?.expiresAt ?? Infinity;
      known.set(name, {
        caller,
        freshUntil: Math.min(now + (caller === undefined ? times.badMs : times.goodMs), expiresAt),
        trustedUntil: Math.min(now + times.awayMs, expiresAt),
      });
      return caller;
    } catch (error) {
      const last = known.get(name);
      if (!isAway(error)) throw error;
      const now = Date.now();
      awayUntil = now + times.goodMs;
      if (!isTrusted(last)) throw error;
      // Asked again by half of it, it has answered or failed anew before anybody has to wait.
      known.set(name, { ...last, freshUntil: Math.min(now + times.goodMs / 2, last.trustedUntil) });
      return last.caller;
    }
  }

  function askOnce(name: string, digest: Uint8Array<ArrayBuffer>): Promise<Caller | undefined> {
    const underWay = asking.get(name);
    if (underWay !== undefined) return underWay;
    const answer = ask(name, digest).finally(() => asking.delete(name));
    asking.set(name, answer);
    return answer;
  }

  return async (digest: Uint8Array<ArrayBuffer>, admit: () => Promise<void>): Promise<Caller> => {
    const name = Buffer.from(digest).toString("base64");
    const last = known.get(name);
    if (last !== undefined && Date.now() < last.freshUntil) return accepted(last.caller);
    if (last?.caller === undefined) await admit();
    if (Date.now() < awayUntil && isTrusted(last)) {
      void askOnce(name, digest).catch(() => undefined);
      return last.caller;
    }
    return accepted(await askOnce(name, digest));
  };
}

const isAway = (error: unknown): boolean =>
  refusedFor(error, "UNAVAILABLE", "DEADLINE_EXCEEDED", "OVERLOADED");

const isTrusted = (known: Known | undefined): known is Known & { caller: Caller } =>
  known?.caller !== undefined && Date.now() < known.trustedUntil;

function accepted(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new ProblemError("API_KEY_INVALID");
  return caller;
}

async function authenticate(
  games: Clients["game"],
  digest: Uint8Array<ArrayBuffer>,
): Promise<(Caller & { expiresAt: number }) | undefined> {
  try {
    const limit = { timeoutMs: AUTHENTICATION_LIMIT_MS };
    const { game, apiKey } = await games.authenticateApiKey({ digest }, limit);
    if (game === undefined || apiKey === undefined)
      throw new Error("the game service accepted a key of no game");
    const expiresAt = apiKey.expireTime ? timestampMs(apiKey.expireTime) : Infinity;
    return { game, apiKeyId: apiKey.id, expiresAt };
  } catch (error) {
    if (refusedFor(error, "API_KEY_INVALID")) return undefined;
    throw error;
  }
}
