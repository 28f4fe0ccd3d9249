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
  /** The first key of those that it was rolled from, or the key itself. */
  lineId: string;
  game: Game;
  scopes: ReadonlySet<Scope>;
  /** Undefined where it may be used from everywhere. */
  ranges: AddressRanges | undefined;
  /** When it expires or, rolled, its grace is over; Infinity when neither ever happens. */
  expiresAt: number;
}

type Digest = PresentedKey["digest"];

// What sixteen addresses can have under way: a good key is answered for within a few batches,
// however many bad ones are tried meanwhile.
const LIMITS = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };

/** Asks the game service for the keys of digests, in one call for all that are asked at a time. */
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
    // A service of the release before tells none.
    lineId: lineId || apiKey.id,
    game,
    scopes: scopesOfKey(apiKey.scopes),
    ranges: addressRanges(apiKey.ipRanges),
    expiresAt: Math.min(...ends),
  };
}

/** Each key has `read`; only a service of an earlier release, whose keys have all scopes, tells none. */
const scopesOfKey = (scopes: readonly KeyScope[]): ReadonlySet<Scope> =>
  new Set(scopes.length === 0 ? KEY_SCOPES : toScopes(scopes));
