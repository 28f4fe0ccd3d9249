import type { MessageValidType } from "@bufbuild/protobuf";
import { idempotent } from "@tms/kit/database/idempotent";
import { transaction } from "@tms/kit/database/transaction";
import { invalidField } from "@tms/kit/errors/domain-error";
import { originOf } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import { dateOf, nameOf } from "@tms/kit/values/input";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import { GameService, type UpdateApiKeyRequestSchema } from "@tms/proto/tms/game/v1/game";
import { authenticate } from "../authenticate.ts";
import type { Context, Rpcs } from "../context.ts";
import {
  changeApiKey,
  countLiveKeys,
  insertApiKey,
  type KeyChange,
  listApiKeys as listPage,
  markRolled,
  revokeKey,
} from "../db/api-keys.ts";
import { isOpen, lockGame } from "../db/games.ts";
import { type KeyUse, recordUses } from "../db/key-uses.ts";
import { apiKeyNotFound, apiKeyRolling, gameNotFound } from "../errors.ts";
import { stageChange } from "../events.ts";
import { ipRangesOf } from "../keys/ip-ranges.ts";
import {
  heldOf,
  lockWorkingKey,
  makeSecret,
  requireHeld,
  requireRoom,
  scopesOf,
  withoutHeldScopes,
} from "../keys/issuing.ts";
import { apiKeyMessage, gameMessage, MODES } from "../messages.ts";
import { requireRight } from "../require-right.ts";

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
      method: GameService.method.issueApiKey,
      request: withoutHeldScopes(GameService.method.issueApiKey.input, request),
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

/** Changes a key's name, scopes, address ranges or expiry; its secret stays. */
export const updateApiKey =
  ({ db }: Context): Rpcs["updateApiKey"] =>
  async (request, call) => {
    const { gameId, apiKeyId } = request;
    const change = changeOf(request);
    const mutation = {
      faultPoint: "game.update-key",
      method: GameService.method.updateApiKey,
      request: withoutHeldScopes(GameService.method.updateApiKey.input, request),
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

const DEFAULT_GRACE_S = 86_400;

/** Issues a successor. The stored response of the request never holds its secret. */
export const rollApiKey =
  ({ db }: Context): Rpcs["rollApiKey"] =>
  async (request, call) => {
    const { gameId, apiKeyId, graceSeconds = DEFAULT_GRACE_S } = request;
    const id = newId();
    let secret = "";
    const mutation = {
      faultPoint: "game.roll-key",
      method: GameService.method.rollApiKey,
      request: withoutHeldScopes(GameService.method.rollApiKey.input, request),
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

/** Revokes a key for good; revoking it again changes nothing. */
export const revokeApiKey =
  ({ db }: Context): Rpcs["revokeApiKey"] =>
  (request, call) =>
    idempotent(
      db,
      { faultPoint: "game.revoke-key", method: GameService.method.revokeApiKey, request },
      async (tx) => {
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
      },
    );

const DEFAULT_PAGE_SIZE = 50;

/** Lists a game's keys, newest first; revoked and expired ones too. */
export const listApiKeys =
  ({ db }: Context): Rpcs["listApiKeys"] =>
  async ({ gameId, pageSize, pageToken }) => {
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const listed = ["api keys", gameId];
    const [beforeId] = decodePageToken(pageToken, listed, [TOKEN_PART.id]) ?? [];
    if (!(await isOpen(db, gameId))) throw gameNotFound();
    const rows = await listPage(db, gameId, beforeId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, listed, (row) => [row.id]);
    return { apiKeys: items.map(apiKeyMessage), nextPageToken };
  };

/** Finds the games of the live keys among those asked about. */
export const batchAuthenticateApiKeys =
  ({ db }: Context): Rpcs["batchAuthenticateApiKeys"] =>
  async ({ digests }) => {
    const found = await authenticate(db, digests);
    return {
      apiKeys: found.map(({ key, game, lineId }) => ({
        digest: key.digest,
        game: gameMessage(game),
        apiKey: apiKeyMessage(key),
        lineId,
      })),
    };
  };

/** Notes when and from where keys were last used. */
export const recordApiKeyUses =
  ({ db }: Context): Rpcs["recordApiKeyUses"] =>
  async ({ uses }) => {
    const last = new Map<string, KeyUse>();
    uses.forEach(({ apiKeyId: id, useTime, address }, index) => {
      const lastUsedAt = dateOf(`uses[${index}].use_time`, useTime);
      const known = last.get(id);
      if (known === undefined || known.lastUsedAt < lastUsedAt)
        last.set(id, { id, lastUsedAt, lastUsedAddress: address });
    });
    await transaction(db, "game.record-key-uses", (tx) => recordUses(tx, [...last.values()]));
    return {};
  };
