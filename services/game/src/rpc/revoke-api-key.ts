import { create } from "@bufbuild/protobuf";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  RevokeApiKeyRequestSchema,
  RevokeApiKeyResponseSchema,
  type RevokeApiKeyRequest,
  type RevokeApiKeyResponse,
} from "@tms/proto/tms/game/v1/game";
import type { Context } from "../context.ts";
import { revokeKey } from "../db/api-keys.ts";
import { apiKeyNotFound } from "../errors.ts";
import { apiKeyMessage } from "../messages.ts";

/** Revokes a key for good; revoking it again changes nothing. */
export async function revokeApiKey(
  ctx: Context,
  request: RevokeApiKeyRequest,
): Promise<RevokeApiKeyResponse> {
  return await idempotent(
    ctx.db,
    {
      faultPoint: "game.revoke-key",
      input: RevokeApiKeyRequestSchema,
      output: RevokeApiKeyResponseSchema,
      request,
    },
    async (tx) => {
      const row = await revokeKey(tx, request.gameId, request.apiKeyId);
      if (row === undefined) throw apiKeyNotFound();
      return create(RevokeApiKeyResponseSchema, { apiKey: apiKeyMessage(row) });
    },
  );
}
