import { boolean, integer, jsonb, snakeCase, text, uuid } from "drizzle-orm/pg-core";
import { minor, moment } from "@tms/kit/database/tables";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import type { WordOf } from "@tms/kit/values/words";
import type { Payer } from "@tms/proto/tms/game/v1/game";
import type * as proto from "@tms/proto/tms/tournament/v1/tournament";

export { eventOut, outbox, request, testClock } from "@tms/kit/database/tables";

/** A rank that a game gave a gamer when it ended a tournament. */
export type FinalRank = Pick<proto.FinalRank, "handle" | "rank">;

/** Returns the columns of the terms, which a game can change. */
const terms = () => ({
  name: text().notNull(),
  description: text().notNull(),
  entryFeeMinor: minor().notNull(),
  startsAt: moment().notNull(),
  endsAt: moment().notNull(),
  registrationClosesAt: moment(),
  maxEntries: integer(),
  minEntries: integer().notNull(),
  prizeSplit: integer().array().notNull(),
  scoring: jsonb().$type<ScoringTerms>(),
  metadata: text(),
});

export type TermName = keyof ReturnType<typeof terms>;

/** Tournaments. Currency, payer and platform fee are copied from the game at creation. */
export const tournament = snakeCase.table("tournament", {
  id: uuid().primaryKey(),
  gameId: uuid().notNull(),
  test: boolean().notNull().default(false),
  ...terms(),
  externalId: text(),
  currency: text().notNull(),
  payer: text().$type<WordOf<typeof Payer>>().notNull(),
  platformFeeBps: integer().notNull(),
  status: text().$type<WordOf<typeof proto.Status>>().notNull().default("pending"),
  finalRanks: jsonb().$type<FinalRank[]>().notNull().default([]),
  winnerGamerId: uuid(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

/** Gamers who hold rank 1. Several can share it. */
export const winner = snakeCase.table("winner", {
  tournamentId: uuid().primaryKey(),
  gamerId: uuid().primaryKey(),
});
