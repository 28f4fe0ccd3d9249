import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { wordsOf } from "@tms/kit/values/words";
import {
  ApiKeySchema,
  GameSchema,
  KeyMode,
  Payer,
  type ApiKey,
  type Game,
} from "@tms/proto/tms/game/v1/game";
import type { ApiKeyRow } from "./db/api-keys.ts";
import type { GameRow } from "./db/games.ts";

/** What the database calls the payers of entry fees. */
export const PAYERS = wordsOf(Payer);
const MODES = wordsOf(KeyMode);

/** A game as callers see it. */
export function gameMessage(row: GameRow): Game {
  return create(GameSchema, {
    id: row.id,
    name: row.name,
    currency: { code: row.currency, exponent: row.currencyExponent },
    payer: PAYERS.value(row.payer),
    ...(row.creditLimitMinor !== null && { creditLimitMinorUnits: row.creditLimitMinor }),
    platformFeeBps: row.platformFeeBps,
    createTime: timestampFromDate(row.createdAt),
  });
}

/** An API key as callers see it, without its secret. */
export function apiKeyMessage(row: ApiKeyRow): ApiKey {
  return create(ApiKeySchema, {
    id: row.id,
    gameId: row.gameId,
    mode: MODES.value(row.mode),
    hint: row.hint,
    createTime: timestampFromDate(row.createdAt),
    ...(row.expiresAt !== null && { expireTime: timestampFromDate(row.expiresAt) }),
    ...(row.revokedAt !== null && { revokeTime: timestampFromDate(row.revokedAt) }),
  });
}
