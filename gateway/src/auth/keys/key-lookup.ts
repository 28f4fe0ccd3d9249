import { timestampMs } from "@bufbuild/protobuf/wkt";
import { createBatcher } from "@tms/kit/batching/batcher";
import type { AuthenticatedApiKey, Game, KeyScope } from "@tms/proto/tms/game/v1/game";
import { KEY_SCOPES, toScopes } from "@tms/resources/rights";
import type { Scope } from "@tms/resources/rights";
import type { Clients } from "../../clients.ts";
import type { PresentedKey } from "../credentials.ts";
import { CALL_LIMIT } from "../call-limit.ts";
import { addressRanges, type AddressRanges } from "./address-ranges.ts";

/** An API key that the game service accepts. */
export interface KnownKey {
  id: string;
  /** The id of the first key that this key was rolled from, or its own id. */
  lineId: string;
  game: Game;
  scopes: ReadonlySet<Scope>;
  /** Undefined allows all addresses. */
  ranges: AddressRanges | undefined;
  /**
   * The end of the key, or of its grace period after a roll, in milliseconds since 1970. Infinity without an
   * end.
   */
  expiresAt: number;
}

type Digest = PresentedKey["digest"];

// The queue has room for the requests that sixteen addresses can have under way. A good key is looked up
// within a few batches, even while many bad keys are tried.
const LIMITS = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };

/** Creates a function that looks up a key by its digest. Concurrent look-ups share one call. */
export const createKeyLookup = (games: Clients["game"]) =>
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
    id: apiKey.id,
    // A service of the previous release returns no lineId.
    lineId: lineId || apiKey.id,
    game,
    scopes: scopesOfKey(apiKey.scopes),
    ranges: addressRanges(apiKey.ipRanges),
    expiresAt: Math.min(...ends),
  };
}

/**
 * Converts the scopes of a key. A service of an earlier release returns no scopes, which means all scopes.
 */
const scopesOfKey = (scopes: readonly KeyScope[]): ReadonlySet<Scope> =>
  new Set(scopes.length === 0 ? KEY_SCOPES : toScopes(scopes));
