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
import { requireHeld, scopesOf } from "../keys/scopes.ts";
import { apiKeyMessage } from "../messages.ts";

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
      const key = await lockWorkingKey(tx, gameId, apiKeyId);
      // Another network or a later expiry would give what the key may do to somebody, too.
      requireHeld(key.scopes, request.heldScopes);
      if (change.name !== undefined)
        requireRoom(await countLiveKeys(tx, gameId, apiKeyId), change.name);
      const apiKey = apiKeyMessage(await changeApiKey(tx, gameId, apiKeyId, change));
      await stageChange(tx, gameId, originOf(call), { case: "apiKeyUpdated", value: { apiKey } });
      return { apiKey };
    });
  };

function changeOf(request: MessageValidType<typeof UpdateApiKeyRequestSchema>): KeyChange {
  const { name, scopes, ipRanges, expiry, heldScopes } = request;
  return {
    ...(name !== undefined && { name: nameOf("name", name, 60) }),
    ...(scopes && { scopes: scopesOf(scopes.scopes, heldScopes) }),
    ...(ipRanges && { ipRanges: ipRangesOf("ip_ranges.ranges", ipRanges.ranges) }),
    ...(expiry && {
      expiresAt: expiry.expireTime ? dateOf("expiry.expire_time", expiry.expireTime) : null,
    }),
  };
}
