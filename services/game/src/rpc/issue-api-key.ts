import { idempotent } from "@tms/kit/database/idempotent";
import { createApiKey, digestApiKey } from "@tms/kit/values/api-key";
import { newId } from "@tms/kit/values/ids";
import { dateOf } from "@tms/kit/values/input";
import { GameService, KeyMode } from "@tms/proto/tms/game/v1/game";
import type { Context, Rpcs } from "../context.ts";
import { countLiveKeys, insertApiKey } from "../db/api-keys.ts";
import { lockGame } from "../db/games.ts";
import { apiKeyLimit, gameNotFound } from "../errors.ts";
import { apiKeyMessage } from "../messages.ts";

// One in use and one to rotate to.
const MAX_LIVE_KEYS = 2;
// The prefix `tms_live_` and four characters of the secret: enough to recognise, no help to guess.
const HINT_LENGTH = 13;

const method = GameService.method.issueApiKey;

/** Issues a key. The stored response of the request never holds the secret. */
export const issueApiKey =
  ({ db }: Context): Rpcs["issueApiKey"] =>
  async (request) => {
    const mode = request.mode === KeyMode.TEST ? "test" : "live";
    const secret = createApiKey(mode);
    const key = {
      id: newId(),
      gameId: request.gameId,
      mode,
      hint: secret.slice(0, HINT_LENGTH),
      digest: Buffer.from(digestApiKey(secret)),
      expiresAt: request.expireTime ? dateOf("expire_time", request.expireTime) : null,
    } as const;
    const mutation = { faultPoint: "game.issue-key", method, request } as const;
    const response = await idempotent(db, mutation, async (tx) => {
      if (!(await lockGame(tx, key.gameId))) throw gameNotFound();
      if ((await countLiveKeys(tx, key.gameId)) >= MAX_LIVE_KEYS) throw apiKeyLimit();
      return { apiKey: apiKeyMessage(await insertApiKey(tx, key)) };
    });
    // A repeat gets the key of the first time, whose secret nobody knows any more.
    const isNew = response.apiKey?.id === key.id;
    return isNew ? { ...response, secret } : response;
  };
