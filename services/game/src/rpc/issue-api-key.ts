import { create } from "@bufbuild/protobuf";
import { createApiKey, digestApiKey } from "@tms/kit/values/api-key";
import { newId } from "@tms/kit/values/ids";
import { dateOf } from "@tms/kit/values/input";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  IssueApiKeyRequestSchema,
  IssueApiKeyResponseSchema,
  KeyMode,
  type IssueApiKeyRequest,
  type IssueApiKeyResponse,
} from "@tms/proto/tms/game/v1/game";
import type { Context } from "../context.ts";
import { countLiveKeys, insertApiKey } from "../db/api-keys.ts";
import { lockGame } from "../db/games.ts";
import { apiKeyLimit, gameNotFound } from "../errors.ts";
import { apiKeyMessage } from "../messages.ts";

// One in use and one to rotate to.
const MAX_LIVE_KEYS = 2;
// The prefix `tms_live_` and four characters of the secret: enough to recognise, no help to guess.
const HINT_LENGTH = 13;

/** Issues a key. The stored response of the request never holds the secret. */
export async function issueApiKey(
  ctx: Context,
  request: IssueApiKeyRequest,
): Promise<IssueApiKeyResponse> {
  const mode = request.mode === KeyMode.TEST ? KeyMode.TEST : KeyMode.LIVE;
  const secret = createApiKey(mode === KeyMode.TEST ? "test" : "live");
  const key = {
    id: newId(),
    gameId: request.gameId,
    mode,
    hint: secret.slice(0, HINT_LENGTH),
    digest: digestApiKey(secret),
    expiresAt: request.expireTime ? dateOf("expire_time", request.expireTime) : null,
  };
  const response = await idempotent(
    ctx.db,
    {
      faultPoint: "game.issue-key",
      input: IssueApiKeyRequestSchema,
      output: IssueApiKeyResponseSchema,
      request,
    },
    async (tx) => {
      if (!(await lockGame(tx, key.gameId))) throw gameNotFound();
      if ((await countLiveKeys(tx, key.gameId)) >= MAX_LIVE_KEYS) throw apiKeyLimit();
      const row = await insertApiKey(tx, key);
      return create(IssueApiKeyResponseSchema, { apiKey: apiKeyMessage(row) });
    },
  );
  // A repeat gets the key of the first time, whose secret nobody knows any more.
  if (response.apiKey?.id === key.id) response.secret = secret;
  return response;
}
