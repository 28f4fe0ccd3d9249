import { isIP } from "node:net";
import { timestampMs, timestampFromMs, type Timestamp } from "@bufbuild/protobuf/wkt";
import { LRUCache } from "lru-cache";
import { createBatcher } from "@tms/kit/batching/batcher";
import { singleFlight } from "@tms/kit/batching/shared-calls";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { addressRanges, plainAddress } from "@tms/kit/values/networks";
import type { AuthenticatedApiKey, KeyScope } from "@tms/proto/tms/game/v1/game";
import { KEY_SCOPES, toScopes, type Scope } from "@tms/resources/rights";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { CALL_LIMIT } from "./access.ts";
import type { KeyCaller } from "./principal.ts";

/** The API key of a request. Only its digest leaves credentials.ts. */
export interface PresentedKey {
  digest: Uint8Array<ArrayBuffer>;
  /** Returns whether the string has the form of an API key. Costs more than a lookup of the digest. */
  isWellFormed: () => boolean;
}

// The time until a good key is checked again. A revocation normally takes effect within this time.
const GOOD_MS = 5_000;
// The maximum time for which a new key is refused if it was tried before it was created.
const BAD_MS = 1_000;
// The time for which a good key stays good while the game service is unreachable.
const AWAY_MS = 600_000;
// The maximum number of good keys, of bad keys, and of keys whose use was reported in this minute.
const MAX_KEYS = 10_000;

type Digest = PresentedKey["digest"];

/** An accepted key. Times are on the clock of `performance.now()`, except `key.expiresAt`. */
interface Good {
  key: KnownKey;
  freshUntil: number;
  trustedUntil: number;
}

/**
 * Creates a function that finds an API key, or throws API_KEY_INVALID. While the game service is unreachable,
 * a good key stays good for AWAY_MS after its last check. Refused keys cannot evict good keys.
 */
export function createKeyCache(game: Clients["game"]) {
  const lookUp = createKeyLookup(game);
  // Known good keys have a separate queue, so that they do not wait behind keys that were never accepted.
  const lookUpAgain = createKeyLookup(game);
  const good = new LRUCache<string, Good>({ max: MAX_KEYS });
  const bad = new LRUCache<string, number>({ max: MAX_KEYS });
  const asking = singleFlight<KnownKey | undefined>();
  // Until this time, requests with trusted keys do not wait for the game service, which was unreachable.
  let awayUntil = -Infinity;

  // Times count from the start of the call, because a key may be revoked while the call is under way.
  function remember(name: string, found: KnownKey | undefined, askedAt: number): void {
    awayUntil = -Infinity;
    if (found === undefined) {
      good.delete(name);
      bad.set(name, askedAt + BAD_MS);
      return;
    }
    const [freshUntil, trustedUntil] = [askedAt + GOOD_MS, askedAt + AWAY_MS];
    good.set(name, { key: found, freshUntil, trustedUntil });
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
      awayUntil = now + GOOD_MS;
      if (last === undefined || !isTrusted(last)) throw error;
      // The key becomes stale before `awayUntil`. A request between these times checks the key in the
      // background, so that no request waits for a service that is still unreachable.
      good.set(name, { ...last, freshUntil: now + GOOD_MS / 2 });
      return last.key;
    }
  }

  const askOnce = (name: string, digest: Digest) => asking(name, () => ask(name, digest));

  return async ({ digest, isWellFormed }: PresentedKey): Promise<KnownKey> => {
    const name = nameOf(digest);
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

interface KnownKey extends KeyCaller {
  /** The end of the key or of its grace period, in milliseconds since 1970. Infinity without an end. */
  expiresAt: number;
}

// The queue has room for the requests of sixteen addresses at the default ADDRESS_CONNECTIONS of 500. In a
// full queue, a new key waits for 32 batches. Known good keys have a separate queue.
const LIMITS = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };

const createKeyLookup = (games: Clients["game"]) =>
  createBatcher<Digest, KnownKey | undefined>(async (digests, answer) => {
    const request = { digests: [...digests] };
    const { apiKeys } = await games.batchAuthenticateApiKeys(request, CALL_LIMIT);
    const found = new Map(apiKeys.map((one) => [nameOf(one.digest), knownKey(one)]));
    digests.forEach((digest, index) => answer(found.get(nameOf(digest)), index));
  }, LIMITS);

const nameOf = (digest: Uint8Array): string => Buffer.from(digest).toString("base64");

function knownKey({ game, apiKey, lineId }: AuthenticatedApiKey): KnownKey {
  if (game === undefined || apiKey === undefined)
    throw new Error("the game service returned no game for an API key");
  const ends = [apiKey.expireTime, apiKey.endTime].map((end) =>
    end ? timestampMs(end) : Infinity,
  );
  return {
    actor: { type: "api_key", id: apiKey.id },
    // A service of the previous release returns no lineId.
    lineId: lineId || apiKey.id,
    game,
    scopes: scopesOfKey(apiKey.scopes),
    ranges: addressRanges(apiKey.ipRanges),
    expiresAt: Math.min(...ends),
  };
}

// A service of an earlier release returns no scopes, which means all scopes.
const scopesOfKey = (scopes: readonly KeyScope[]): ReadonlySet<Scope> =>
  new Set(scopes.length === 0 ? KEY_SCOPES : toScopes(scopes));

// The time for which a use waits for uses of other keys, to share a call.
const WAIT_MS = 1_000;
const MAX_AT_ONCE = 256;
const MINUTE_MS = 60_000;

/**
 * Creates a function that reports uses of keys to the game service, at most one use of a key in a clock
 * minute. A use that cannot be sent is dropped, because uses are only displayed.
 */
export function createKeyUses(games: Clients["game"]) {
  const noted = new LRUCache<string, number>({ max: MAX_KEYS });
  let waiting = new Map<string, { apiKeyId: string; useTime: Timestamp; address: string }>();

  async function tell(): Promise<void> {
    const uses = [...waiting.values()];
    waiting = new Map();
    for (let from = 0; from < uses.length; from += MAX_AT_ONCE)
      await games.recordApiKeyUses({ uses: uses.slice(from, from + MAX_AT_ONCE) }, CALL_LIMIT);
  }

  return (apiKeyId: string, told: string): void => {
    const at = Date.now();
    const minute = Math.floor(at / MINUTE_MS);
    // This check comes first, because nearly every request ends here.
    if (noted.get(apiKeyId) === minute) return;
    const address = plainAddress(told);
    // A proxy may send any string as the address. A use without a valid address is not recorded.
    if (isIP(address) === 0 || waiting.size >= MAX_KEYS) return;
    noted.set(apiKeyId, minute);
    if (waiting.size === 0) setTimeout(() => void tell().catch(() => undefined), WAIT_MS).unref();
    waiting.set(apiKeyId, { apiKeyId, useTime: timestampFromMs(at), address });
  };
}
