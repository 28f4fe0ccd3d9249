import { bytea, integer, smallint, snakeCase, text, uuid } from "drizzle-orm/pg-core";
import { minor, moment } from "@tms/kit/database/columns";
import type { WordOf } from "@tms/kit/values/words";
import type { KeyMode, Payer } from "@tms/proto/tms/game/v1/game";

export { request } from "@tms/kit/database/tables";

/** Tenants. A game without `openedAt` exists for nobody but a repeat of the request that made it. */
export const game = snakeCase.table("game", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  currency: text().notNull(),
  currencyExponent: smallint().notNull(),
  payer: text().$type<WordOf<typeof Payer>>().notNull(),
  creditLimitMinor: minor(),
  platformFeeBps: integer().notNull(),
  createdAt: moment().notNull().defaultNow(),
  openedAt: moment(),
});

/** Keys of games' backends. A key's secret is stored nowhere, only its SHA-256 digest. */
export const apiKey = snakeCase.table("api_key", {
  id: uuid().primaryKey(),
  gameId: uuid().notNull(),
  mode: text().$type<WordOf<typeof KeyMode>>().notNull(),
  hint: text().notNull(),
  digest: bytea().notNull(),
  createdAt: moment().notNull().defaultNow(),
  expiresAt: moment(),
  revokedAt: moment(),
});
