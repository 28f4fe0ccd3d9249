import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { GameService } from "@tms/proto/tms/game/v1/game";
import type { Context, Rpcs } from "../context.ts";
import { revokeKey } from "../db/api-keys.ts";
import { apiKeyNotFound } from "../errors.ts";
import { stageChange } from "../events.ts";
import { apiKeyMessage } from "../messages.ts";
import { requireRight } from "../require-right.ts";

const method = GameService.method.revokeApiKey;

/** Revokes a key for good; revoking it again changes nothing. */
export const revokeApiKey =
  ({ db }: Context): Rpcs["revokeApiKey"] =>
  (request, call) =>
    idempotent(db, { faultPoint: "game.revoke-key", method, request }, async (tx) => {
      const { gameId } = request;
      await requireRight(tx, originOf(call).actor, { gameId }, "keys:write");
      const row = await revokeKey(tx, gameId, request.apiKeyId);
      if (row === undefined) throw apiKeyNotFound();
      const apiKey = apiKeyMessage(row);
      if (row.revokedNow)
        await stageChange(tx, gameId, originOf(call), {
          case: "apiKeyRevoked",
          value: { apiKey },
        });
      return { apiKey };
    });
