import { minor, moment } from "@tms/kit/database/tables";
export { eventOut, request, testClock } from "@tms/kit/database/tables";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import type { WordOf } from "@tms/kit/values/words";
import type { Payer } from "@tms/proto/tms/game/v1/game";
import { bigint, boolean, bytea, integer, jsonb, snakeCase, text, uuid } from "drizzle-orm/pg-core";

export type EntryState = "in" | "eliminated" | "disqualified";

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
  /** Only the previous release uses this column. */
  rankedUpTo: uuid(),
  frozenAt: moment(),
  scored: boolean().notNull().default(false),
  createdAt: moment().notNull().defaultNow(),
});

/** Entries of gamers in tournaments. An entry with a row in `pending_join` is not confirmed yet. */
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

/** Returns the columns that the decision tables share. Rows are only added to these tables. */
const decision = () => ({
  id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
  tournamentId: uuid().notNull(),
  reason: text().notNull(),
  actor: text().notNull(),
  restRequestId: text().notNull(),
  decidedAt: moment().notNull(),
});

export const entryDecision = snakeCase.table("entry_decision", {
  ...decision(),
  entryId: uuid().notNull(),
  decision: text().$type<"disqualify" | "reinstate">().notNull(),
  was: text().$type<EntryState>().notNull(),
});

/** Entries with a fee that are neither confirmed nor refused. A confirmation deletes only this row. */
export const pendingJoin = snakeCase.table("pending_join", {
  tournamentId: uuid().primaryKey(),
  entryId: uuid().primaryKey(),
  actor: text().notNull().default(""),
  restRequestId: text().notNull().default(""),
  attempts: integer().notNull().default(0),
  retryAt: moment().notNull().defaultNow(),
});

export const refusedJoin = snakeCase.table("refused_join", {
  id: uuid().primaryKey(),
  entryId: uuid().notNull(),
  tournamentId: uuid().notNull(),
  gamerId: uuid().notNull(),
  reason: text().notNull(),
  message: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

/** The state of an attempt. A held attempt waits for a review. A void attempt does not count. */
export type AttemptState = "counted" | "held" | "void";

export type Verdict = "accept" | "void" | "hold";

const whole = minor;

/** Tournaments that take scores. A transaction that changes a sort key locks the row of its tournament. */
export const board = snakeCase.table("board", {
  tournamentId: uuid().primaryKey(),
  gameId: uuid().notNull(),
  test: boolean().notNull(),
  scoring: jsonb().$type<ScoringTerms>().notNull(),
  startsAt: moment().notNull(),
  endsAt: moment().notNull(),
  sequence: whole().notNull().default(0n),
  changedAt: moment().notNull().defaultNow(),
  listed: integer().notNull().default(0),
  closedAt: moment(),
});

export const attempt = snakeCase.table("attempt", {
  id: uuid().primaryKey(),
  tournamentId: uuid().notNull(),
  gamerId: uuid().notNull(),
  entryId: uuid().notNull(),
  name: text(),
  sequence: whole().notNull(),
  score: whole().notNull(),
  tieBreaks: whole().array().notNull(),
  state: text().$type<AttemptState>().notNull(),
  metadata: text().notNull(),
  createdAt: moment().notNull(),
});

export const attemptDecision = snakeCase.table("attempt_decision", {
  ...decision(),
  attemptId: uuid().notNull(),
  verdict: text().$type<Verdict>().notNull(),
  was: text().$type<AttemptState>().notNull(),
});

export const standing = snakeCase.table("standing", {
  tournamentId: uuid().primaryKey(),
  gamerId: uuid().primaryKey(),
  entryId: uuid().notNull(),
  joinedAt: moment().notNull(),
  score: whole(),
  tieBreaks: whole().array().notNull(),
  best: whole().array().notNull(),
  attempts: integer().notNull(),
  reachedSequence: whole(),
  reachedAt: moment(),
  place: bytea(),
});

export const stratum = snakeCase.table("stratum", {
  tournamentId: uuid().primaryKey(),
  first: bytea().primaryKey(),
  entries: integer().notNull(),
});
