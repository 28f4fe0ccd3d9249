import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import { GameService } from "@tms/proto/tms/game/v1/game";
import type { Context, Rpcs } from "../context.ts";
import { countLiveKeys, insertApiKey, markRolled } from "../db/api-keys.ts";
import { apiKeyRolling } from "../errors.ts";
import { stageChange } from "../events.ts";
import { withoutHeldScopes } from "../keys/repeatable.ts";
import { lockWorkingKey } from "../keys/lock.ts";
import { requireRoom } from "../keys/room.ts";
import { heldOf, requireHeld } from "../keys/scopes.ts";
import { makeSecret } from "../keys/secret.ts";
import { apiKeyMessage } from "../messages.ts";
import { requireRight } from "../require-right.ts";

const DEFAULT_GRACE_S = 86_400;

const method = GameService.method.rollApiKey;

/** Issues a successor. The stored response of the request never holds its secret. */
export const rollApiKey =
  ({ db }: Context): Rpcs["rollApiKey"] =>
  async (request, call) => {
    const { gameId, apiKeyId, graceSeconds = DEFAULT_GRACE_S } = request;
    const id = newId();
    let secret = "";
    const mutation = {
      faultPoint: "game.roll-key",
      method,
      request: withoutHeldScopes(method.input, request),
    } as const;
    const response = await idempotent(db, mutation, async (tx) => {
      const scopes = await requireRight(tx, originOf(call).actor, { gameId }, "keys:write");
      const key = await lockWorkingKey(tx, gameId, apiKeyId);
      // The actor sees a secret that has all scopes of the key.
      requireHeld(key.scopes, heldOf(scopes, request.heldScopes));
      if (key.state === "rolling") throw apiKeyRolling();
      // Without grace the key makes room for its successor.
      const except = graceSeconds === 0 ? key.id : undefined;
      requireRoom(await countLiveKeys(tx, gameId, except), key.name);
      const { name, ipRanges, expiresAt } = key;
      const settings = { name, scopes: key.scopes, ipRanges, expiresAt };
      const made = makeSecret(key.mode);
      secret = made.secret;
      const origin = { id, gameId, replaces: key.id, createdBy: request.createdBy || null };
      const successor = await insertApiKey(tx, { ...origin, ...settings, ...made.stored });
      const rolled = await markRolled(tx, key.id, id, graceSeconds);
      const keys = { apiKey: apiKeyMessage(successor), previous: apiKeyMessage(rolled) };
      await stageChange(tx, gameId, originOf(call), { case: "apiKeyRolled", value: keys });
      return keys;
    });
    // A repeat gets the successor of the first time, whose secret nobody knows any more.
    return response.apiKey?.id === id ? { ...response, secret } : response;
  };
