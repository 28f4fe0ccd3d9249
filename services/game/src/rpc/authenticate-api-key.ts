import { create } from "@bufbuild/protobuf";
import {
  AuthenticateApiKeyResponseSchema,
  type AuthenticateApiKeyRequest,
  type AuthenticateApiKeyResponse,
} from "@tms/proto/tms/game/v1/game";
import { authenticate } from "../authenticate.ts";
import type { Context } from "../context.ts";
import { apiKeyInvalid } from "../errors.ts";
import { apiKeyMessage, gameMessage } from "../messages.ts";

/** Finds the game of a live key. */
export async function authenticateApiKey(
  ctx: Context,
  { digest }: AuthenticateApiKeyRequest,
): Promise<AuthenticateApiKeyResponse> {
  const [found] = await authenticate(ctx, [digest]);
  if (found === undefined) throw apiKeyInvalid();
  return create(AuthenticateApiKeyResponseSchema, {
    game: gameMessage(found.game),
    apiKey: apiKeyMessage(found.key),
  });
}
