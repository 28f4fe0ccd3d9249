import { idempotent } from "@tms/kit/database/idempotent";
import { invalidField } from "@tms/kit/errors/domain-error";
import { originOf } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import { dateOf, nameOf } from "@tms/kit/values/input";
import { GameService } from "@tms/proto/tms/game/v1/game";
import type { Context, Rpcs } from "../context.ts";
import { countLiveKeys, insertApiKey } from "../db/api-keys.ts";
import { lockGame } from "../db/games.ts";
import { gameNotFound } from "../errors.ts";
import { stageChange } from "../events.ts";
import { withoutHeldScopes } from "../keys/repeatable.ts";
import { ipRangesOf } from "../keys/ip-ranges.ts";
import { requireRoom } from "../keys/room.ts";
import { heldOf, scopesOf } from "../keys/scopes.ts";
import { makeSecret } from "../keys/secret.ts";
import { apiKeyMessage, MODES } from "../messages.ts";
import { requireRight } from "../require-right.ts";

const method = GameService.method.issueApiKey;

/** Issues a key. The stored response of the request never holds the secret. */
export const issueApiKey =
  ({ db }: Context): Rpcs["issueApiKey"] =>
  async (request, call) => {
    const { gameId } = request;
    const settings = {
      id: newId(),
      gameId,
      name: request.name === "" ? "default" : nameOf("name", request.name, 60),
      ipRanges: ipRangesOf("ip_ranges", request.ipRanges),
      createdBy: request.createdBy || null,
      expiresAt: request.expireTime ? dateOf("expire_time", request.expireTime) : null,
    };
    const asked = MODES.word(request.mode);
    let secret = "";
    const mutation = {
      faultPoint: "game.issue-key",
      method,
      request: withoutHeldScopes(method.input, request),
    } as const;
    const response = await idempotent(db, mutation, async (tx) => {
      const rights = await requireRight(tx, originOf(call).actor, { gameId }, "keys:write");
      const game = await lockGame(tx, gameId);
      if (game === undefined) throw gameNotFound();
      if (asked !== undefined && asked !== game.mode)
        throw invalidField("mode", `must be ${game.mode}, the mode of the environment`);
      requireRoom(await countLiveKeys(tx, gameId), settings.name);
      const made = makeSecret(game.mode);
      secret = made.secret;
      const scopes = scopesOf(request.scopes, heldOf(rights, request.heldScopes));
      const newKey = { ...settings, scopes, ...made.stored };
      const apiKey = apiKeyMessage(await insertApiKey(tx, newKey));
      await stageChange(tx, gameId, originOf(call), { case: "apiKeyCreated", value: { apiKey } });
      return { apiKey };
    });
    // A repeat gets the key of the first time, whose secret nobody knows any more.
    return response.apiKey?.id === settings.id ? { ...response, secret } : response;
  };
