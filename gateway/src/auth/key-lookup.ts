import { timestampMs } from "@bufbuild/protobuf/wkt";
import { createBatcher } from "@tms/kit/batching/batcher";
import type { AuthenticatedApiKey } from "@tms/proto/tms/game/v1/game";
import type { Clients } from "../clients.ts";
import { AUTHENTICATION_LIMIT_MS } from "../http/deadline.ts";
import type { Caller } from "./principal.ts";

/** What the game service knows of a key. */
export interface Found {
  caller: Caller;
  /** Infinity when it never expires. */
  expiresAt: number;
}

type Digest = Uint8Array<ArrayBuffer>;

// What sixteen addresses can have under way: whoever has a good key is answered within a few
// batches, however many others are trying bad ones meanwhile.
const LIMITS = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };

/** Asks the game service for the keys of digests, for all that are wanted at a time in one call. */
export const createKeyLookup = (games: Clients["game"]) =>
  createBatcher<Digest, Found | undefined>(async (digests, answer) => {
    const limit = { timeoutMs: AUTHENTICATION_LIMIT_MS };
    const { apiKeys } = await games.batchAuthenticateApiKeys({ digests: [...digests] }, limit);
    const found = new Map(apiKeys.map((one) => [nameOf(one.digest), foundOf(one)]));
    digests.forEach((digest, index) => answer(found.get(nameOf(digest)), index));
  }, LIMITS);

const nameOf = (digest: Uint8Array): string => Buffer.from(digest).toString("base64");

function foundOf({ game, apiKey }: AuthenticatedApiKey): Found {
  if (game === undefined || apiKey === undefined)
    throw new Error("the game service accepted a key of no game");
  const expiresAt = apiKey.expireTime ? timestampMs(apiKey.expireTime) : Infinity;
  return { caller: { game, apiKeyId: apiKey.id }, expiresAt };
}
