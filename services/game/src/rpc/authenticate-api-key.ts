import { timingSafeEqual } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import {
  AuthenticateApiKeyResponseSchema,
  type AuthenticateApiKeyRequest,
  type AuthenticateApiKeyResponse,
} from "@tms/proto/tms/game/v1/game";
import type { Context } from "../context.ts";
import { findLiveKey } from "../db/api-keys.ts";
import { findGame } from "../db/games.ts";
import { apiKeyInvalid } from "../errors.ts";
import { apiKeyMessage, gameMessage } from "../messages.ts";

/** Finds the game of a live key. */
export async function authenticateApiKey(
  ctx: Context,
  { digest }: AuthenticateApiKeyRequest,
): Promise<AuthenticateApiKeyResponse> {
  const key = await findLiveKey(ctx.db, digest);
  // The index compares in its own time; what decides is compared in constant time.
  if (key === undefined || !timingSafeEqual(key.digest, digest)) throw apiKeyInvalid();
  const game = await findGame(ctx.db, key.gameId);
  if (game === undefined) throw new Error("an API key's game was not found");
  return create(AuthenticateApiKeyResponseSchema, {
    game: gameMessage(game),
    apiKey: apiKeyMessage(key),
  });
}
