import { bigint, boolean, integer, primaryKey, snakeCase, text, uuid } from "drizzle-orm/pg-core";
import { minor, moment } from "@tms/kit/database/columns";
import type { WordOf } from "@tms/kit/values/words";
import type { Payer } from "@tms/proto/tms/game/v1/game";
import type { EntryState } from "../values/places.ts";

export * from "./scoring/tables.ts";
export { eventOut, request, testClock } from "@tms/kit/database/tables";

/** Players of each game, by handle. */
export const gamer = snakeCase.table("gamer", {
  id: uuid().primaryKey(),
  gameId: uuid().notNull(),
  handle: text().notNull(),
  test: boolean().notNull().default(false),
  displayName: text(),
  metadata: text(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

/** What a join must know of its tournament, and the seats taken; one row per tournament. */
export const registration = snakeCase.table("registration", {
  tournamentId: uuid().primaryKey(),
  gameId: uuid().notNull(),
  test: boolean().notNull().default(false),
  currency: text().notNull(),
  feeMinor: minor().notNull(),
  payer: text().$type<WordOf<typeof Payer>>().notNull(),
  maxEntries: integer(),
  registrationClosesAt: moment().notNull(),
  endsAt: moment().notNull(),
  seatsTaken: integer().notNull().default(0),
  eliminated: integer().notNull().default(0),
  disqualified: integer().notNull().default(0),
  lastEliminatedAt: moment(),
  closedAt: moment(),
  rankedUpTo: uuid(),
  frozenAt: moment(),
  scored: boolean().notNull().default(false),
  createdAt: moment().notNull().defaultNow(),
});

/** Gamers who are in a tournament, or whose fee is being charged. */
export const entry = snakeCase.table("entry", {
  id: uuid().primaryKey(),
  tournamentId: uuid().notNull(),
  gamerId: uuid().notNull(),
  requestId: uuid().notNull(),
  joinedAt: moment().notNull().defaultNow(),
  eliminatedAt: moment(),
  exitNumber: integer(),
  placement: integer(),
  disqualified: boolean().notNull().default(false),
  metadata: text(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

/** Who took entries out of the ranking or brought them back, and why; appended only. */
export const entryDecision = snakeCase.table("entry_decision", {
  id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
  tournamentId: uuid().notNull(),
  entryId: uuid().notNull(),
  decision: text().$type<"disqualify" | "reinstate">().notNull(),
  was: text().$type<EntryState>().notNull(),
  reason: text().notNull(),
  actor: text().notNull(),
  restRequestId: text().notNull(),
  decidedAt: moment().notNull(),
});

/** Entries whose fee is not charged or refused yet; deleting the row confirms the entry. */
export const pendingJoin = snakeCase.table(
  "pending_join",
  {
    tournamentId: uuid().notNull(),
    entryId: uuid().notNull(),
    actor: text().notNull().default(""),
    restRequestId: text().notNull().default(""),
    attempts: integer().notNull().default(0),
    retryAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tournamentId, table.entryId] })],
);

/** Joins whose charge was refused, by request, kept so that a repeat is refused as well. */
export const refusedJoin = snakeCase.table("refused_join", {
  id: uuid().primaryKey(),
  entryId: uuid().notNull(),
  tournamentId: uuid().notNull(),
  gamerId: uuid().notNull(),
  reason: text().notNull(),
  message: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
});
