import type { MessageValidType } from "@bufbuild/protobuf";
import { once } from "@tms/kit/database/idempotent";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError, found, invalidField } from "@tms/kit/errors/domain-error";
import { mutation } from "@tms/kit/rpc/rpcs";
import { newId } from "@tms/kit/values/ids";
import { dateOf, nameOf } from "@tms/kit/values/input";
import { plainAddress, toNetworks } from "@tms/kit/values/networks";
import { openPage, TOKEN_PART } from "@tms/kit/values/page";
import type { UpdateApiKeyRequestSchema } from "@tms/proto/tms/game/v1/game";
import { timingSafeEqual } from "node:crypto";
import type { GameRpcs } from "../context.ts";
import {
  changeApiKey,
  countLiveKeys,
  findFirstOfLines,
  findLiveKeys,
  insertApiKey,
  listApiKeys as listPage,
  markRolled,
  recordUses,
  revokeKey,
  type KeyChange,
  type KeyUse,
} from "../db/api-keys.ts";
import { findGame, findGames, lockGame } from "../db/games.ts";
import { stageChange, apiKeyMessage, gameMessage, MODES } from "../messages.ts";
import {
  heldOf,
  lockWorkingKey,
  makeSecret,
  requireHeld,
  requireRoom,
  scopesOf,
  withoutHeldScopes,
} from "../keys.ts";
import { requireRight } from "../require-right.ts";

const DEFAULT_GRACE_S = 86_400;

export const keyRpcs = {
  /** Issues a key. Only the first response contains the secret, because the stored response does not. */
  async issueApiKey({ db }, request, call) {
    const { gameId } = request;
    const settings = {
      ...request,
      id: newId(),
      name: request.name === "" ? "default" : nameOf("name", request.name, 60),
      ipRanges: toNetworks("ip_ranges", request.ipRanges),
      createdBy: request.createdBy || null,
      expiresAt: request.expireTime ? dateOf("expire_time", request.expireTime) : null,
    };
    const asked = MODES.word(request.mode);
    const stored = withoutHeldScopes(request);
    let secret = "";
    const response = await once(db, "game.issue-key", call, stored, async (tx, origin) => {
      const rights = await requireRight(tx, origin.actor, { gameId }, "keys:write");
      const game = found(await lockGame(tx, gameId), "GAME_NOT_FOUND");
      if (asked !== undefined && asked !== game.mode)
        throw invalidField("mode", `must be ${game.mode}, the mode of the environment`);
      requireRoom(await countLiveKeys(tx, gameId), settings.name);
      const made = makeSecret(game.mode);
      secret = made.secret;
      const scopes = scopesOf(request.scopes, heldOf(rights, request.heldScopes));
      const newKey = { ...settings, scopes, ...made.stored };
      const apiKey = apiKeyMessage(await insertApiKey(tx, newKey));
      await stageChange(tx, gameId, origin, { case: "apiKeyCreated", value: { apiKey } });
      return { apiKey };
    });
    // A repeat returns the key of the first request, without its secret.
    return response.apiKey?.id === settings.id ? { ...response, secret } : response;
  },

  /** Changes the settings of a key. The secret stays the same. */
  async updateApiKey({ db }, request, call) {
    const { gameId, apiKeyId } = request;
    const change = changeOf(request);
    const stored = withoutHeldScopes(request);
    return await once(db, "game.update-key", call, stored, async (tx, origin) => {
      const rights = await requireRight(tx, origin.actor, { gameId }, "keys:write");
      const key = await lockWorkingKey(tx, gameId, apiKeyId);
      const held = heldOf(rights, request.heldScopes);
      // A new network or a later expiry gives scopes to more callers, so the actor must hold the scopes.
      requireHeld(key.scopes, held);
      const scopes = request.scopes && scopesOf(request.scopes.scopes, held);
      if (change.name !== undefined)
        requireRoom(await countLiveKeys(tx, gameId, apiKeyId), change.name);
      const apiKey = apiKeyMessage(
        await changeApiKey(tx, gameId, apiKeyId, { ...change, ...(scopes && { scopes }) }),
      );
      await stageChange(tx, gameId, origin, { case: "apiKeyUpdated", value: { apiKey } });
      return { apiKey };
    });
  },

  /** Creates the successor of a key. Only the first response contains its secret. */
  async rollApiKey({ db }, request, call) {
    const { gameId, apiKeyId, graceSeconds = DEFAULT_GRACE_S } = request;
    const id = newId();
    const stored = withoutHeldScopes(request);
    let secret = "";
    const response = await once(db, "game.roll-key", call, stored, async (tx, origin) => {
      const rights = await requireRight(tx, origin.actor, { gameId }, "keys:write");
      const key = await lockWorkingKey(tx, gameId, apiKeyId);
      // The actor receives a secret with all scopes of the key, so the actor must hold them.
      requireHeld(key.scopes, heldOf(rights, request.heldScopes));
      if (key.state === "rolling") throw new DomainError("API_KEY_ROLLING");
      // Without a grace period, the key ends now and does not count.
      const except = graceSeconds === 0 ? key.id : undefined;
      requireRoom(await countLiveKeys(tx, gameId, except), key.name);
      const { name, scopes, ipRanges, expiresAt } = key;
      const settings = { name, scopes, ipRanges, expiresAt };
      const made = makeSecret(key.mode);
      secret = made.secret;
      const line = { id, gameId, replaces: key.id, createdBy: request.createdBy || null };
      const successor = await insertApiKey(tx, { ...line, ...settings, ...made.stored });
      const rolled = await markRolled(tx, key.id, id, graceSeconds);
      const keys = { apiKey: apiKeyMessage(successor), previous: apiKeyMessage(rolled) };
      await stageChange(tx, gameId, origin, { case: "apiKeyRolled", value: keys });
      return keys;
    });
    // A repeat returns the successor of the first request, without its secret.
    return response.apiKey?.id === id ? { ...response, secret } : response;
  },

  /** Revokes a key. A repeat changes nothing. */
  revokeApiKey: mutation("game.revoke-key", async ({ tx, origin }, { gameId, apiKeyId }) => {
    await requireRight(tx, origin.actor, { gameId }, "keys:write");
    const row = found(await revokeKey(tx, gameId, apiKeyId), "API_KEY_NOT_FOUND");
    const apiKey = apiKeyMessage(row);
    if (row.revokedNow)
      await stageChange(tx, gameId, origin, { case: "apiKeyRevoked", value: { apiKey } });
    return { apiKey };
  }),

  async listApiKeys({ db }, request) {
    const { gameId } = request;
    const [page, beforeId] = openPage(request, ["api keys", gameId], [TOKEN_PART.id]);
    found(await findGame(db, gameId), "GAME_NOT_FOUND");
    const rows = await listPage(db, gameId, beforeId, page.limit);
    const { items, nextPageToken } = page.cut(rows, ({ id }) => [id]);
    return { apiKeys: items.map(apiKeyMessage), nextPageToken };
  },

  async batchAuthenticateApiKeys({ db }, { digests }) {
    const keys = (await findLiveKeys(db, digests)).filter(({ digest, index }) => {
      const asked = digests[index];
      // The index compares in variable time. This comparison, which decides, takes constant time.
      return asked !== undefined && timingSafeEqual(digest, asked);
    });
    if (keys.length === 0) return { apiKeys: [] };
    const listed = await findGames(db, [...new Set(keys.map(({ gameId }) => gameId))]);
    const games = new Map(listed.map((game) => [game.id, game]));
    const rolled = keys.filter(({ replaces }) => replaces !== null).map(({ id }) => id);
    const firsts = rolled.length > 0 ? await findFirstOfLines(db, rolled) : undefined;
    return {
      apiKeys: keys.flatMap((key) => {
        const game = games.get(key.gameId);
        // The reset of a test game can end the game between the two statements.
        if (game === undefined) return [];
        const lineId = firsts?.get(key.id) ?? key.id;
        return { digest: key.digest, game: gameMessage(game), apiKey: apiKeyMessage(key), lineId };
      }),
    };
  },

  async recordApiKeyUses({ db }, { uses }) {
    const last = new Map<string, KeyUse>();
    uses.forEach(({ apiKeyId: id, useTime, address }, index) => {
      const lastUsedAt = dateOf(`uses[${index}].use_time`, useTime);
      const known = last.get(id);
      if (known === undefined || known.lastUsedAt < lastUsedAt)
        last.set(id, { id, lastUsedAt, lastUsedAddress: plainAddress(address) });
    });
    await transaction(db, "game.record-key-uses", (tx) => recordUses(tx, [...last.values()]));
    return {};
  },
} satisfies GameRpcs;

function changeOf(request: MessageValidType<typeof UpdateApiKeyRequestSchema>): KeyChange {
  const { name, ipRanges, expiry } = request;
  return {
    ...(name !== undefined && { name: nameOf("name", name, 60) }),
    ...(ipRanges && { ipRanges: toNetworks("ip_ranges.ranges", ipRanges.ranges) }),
    ...(expiry && {
      expiresAt: expiry.expireTime ? dateOf("expiry.expire_time", expiry.expireTime) : null,
    }),
  };
}
