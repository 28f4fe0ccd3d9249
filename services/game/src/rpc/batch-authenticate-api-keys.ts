import { create } from "@bufbuild/protobuf";
import {
  BatchAuthenticateApiKeysResponseSchema,
  type BatchAuthenticateApiKeysRequest,
  type BatchAuthenticateApiKeysResponse,
} from "@tms/proto/tms/game/v1/game";
import { authenticate } from "../authenticate.ts";
import type { Context } from "../context.ts";
import { apiKeyMessage, gameMessage } from "../messages.ts";

/** Finds the games of the live keys among those asked about. */
export async function batchAuthenticateApiKeys(
  ctx: Context,
  { digests }: BatchAuthenticateApiKeysRequest,
): Promise<BatchAuthenticateApiKeysResponse> {
  const found = await authenticate(ctx, digests);
  return create(BatchAuthenticateApiKeysResponseSchema, {
    apiKeys: found.map(({ key, game }) => ({
      digest: key.digest,
      game: gameMessage(game),
      apiKey: apiKeyMessage(key),
    })),
  });
}
