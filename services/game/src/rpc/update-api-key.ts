import type { MessageValidType } from "@bufbuild/protobuf";
import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { dateOf, nameOf } from "@tms/kit/values/input";
import { GameService, type UpdateApiKeyRequestSchema } from "@tms/proto/tms/game/v1/game";
import type { Context, Rpcs } from "../context.ts";
import { changeApiKey, countLiveKeys, type KeyChange } from "../db/api-keys.ts";
import { stageChange } from "../events.ts";
import { withoutHeldScopes } from "../keys/repeatable.ts";
import { ipRangesOf } from "../keys/ip-ranges.ts";
import { lockWorkingKey } from "../keys/lock.ts";
import { requireRoom } from "../keys/room.ts";
import { heldOf, requireHeld, scopesOf } from "../keys/scopes.ts";
import { apiKeyMessage } from "../messages.ts";
import { requireRight } from "../require-right.ts";

const method = GameService.method.updateApiKey;

/** Changes a key's name, scopes, address ranges or expiry; its secret stays. */
export const updateApiKey =
  ({ db }: Context): Rpcs["updateApiKey"] =>
  async (request, call) => {
    const { gameId, apiKeyId } = request;
    const change = changeOf(request);
    const mutation = {
      faultPoint: "game.update-key",
      method,
      request: withoutHeldScopes(method.input, request),
    } as const;
    return await idempotent(db, mutation, async (tx) => {
      const rights = await requireRight(tx, originOf(call).actor, { gameId }, "keys:write");
      const key = await lockWorkingKey(tx, gameId, apiKeyId);
      const held = heldOf(rights, request.heldScopes);
      // Another network or a later expiry gives the scopes of the key to further callers.
      requireHeld(key.scopes, held);
      const scopes = request.scopes && scopesOf(request.scopes.scopes, held);
      if (change.name !== undefined)
        requireRoom(await countLiveKeys(tx, gameId, apiKeyId), change.name);
      const apiKey = apiKeyMessage(
        await changeApiKey(tx, gameId, apiKeyId, {
          ...change,
          ...(scopes && { scopes }),
        }),
      );
      await stageChange(tx, gameId, originOf(call), { case: "apiKeyUpdated", value: { apiKey } });
      return { apiKey };
    });
  };

function changeOf(request: MessageValidType<typeof UpdateApiKeyRequestSchema>): KeyChange {
  const { name, ipRanges, expiry } = request;
  return {
    ...(name !== undefined && { name: nameOf("name", name, 60) }),
    ...(ipRanges && { ipRanges: ipRangesOf("ip_ranges.ranges", ipRanges.ranges) }),
    ...(expiry && {
      expiresAt: expiry.expireTime ? dateOf("expiry.expire_time", expiry.expireTime) : null,
    }),
  };
}
