import {
  bigint,
  boolean,
  bytea,
  integer,
  jsonb,
  primaryKey,
  snakeCase,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { minor, moment } from "@tms/kit/database/columns";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import type { AttemptState, Verdict } from "../../values/attempts.ts";

// A bigint, as a JavaScript bigint.
const whole = minor;

/** Tournaments that take scores; whoever changes a place locks the row. */
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

/** What gamers scored. */
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

/** Who decided what on attempts, and why; appended only. */
export const attemptDecision = snakeCase.table("attempt_decision", {
  id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
  tournamentId: uuid().notNull(),
  attemptId: uuid().notNull(),
  verdict: text().$type<Verdict>().notNull(),
  was: text().$type<AttemptState>().notNull(),
  reason: text().notNull(),
  actor: text().notNull(),
  restRequestId: text().notNull(),
  decidedAt: moment().notNull(),
});

/** What the attempts of each gamer come to, and where the entry stands. */
export const standing = snakeCase.table(
  "standing",
  {
    tournamentId: uuid().notNull(),
    gamerId: uuid().notNull(),
    entryId: uuid().notNull(),
    joinedAt: moment().notNull(),
    score: whole(),
    tieBreaks: whole().array().notNull(),
    best: whole().array().notNull(),
    attempts: integer().notNull(),
    reachedSequence: whole(),
    reachedAt: moment(),
    place: bytea(),
  },
  (table) => [primaryKey({ columns: [table.tournamentId, table.gamerId] })],
);

/** How many entries stand at places of a board that follow each other. */
export const stratum = snakeCase.table(
  "stratum",
  { tournamentId: uuid().notNull(), first: bytea().notNull(), entries: integer().notNull() },
  (table) => [primaryKey({ columns: [table.tournamentId, table.first] })],
);
