import { boolean, integer, snakeCase, text, uuid } from "drizzle-orm/pg-core";
import { minor, moment } from "@tms/kit/database/tables";
import type { WordOf } from "@tms/kit/values/words";
import type { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";

export { eventOut, testClock } from "@tms/kit/database/tables";

export const settlement = snakeCase.table("settlement", {
  tournamentId: uuid().primaryKey(),
  gameId: uuid().notNull(),
  test: boolean().notNull().default(false),
  kind: text().$type<WordOf<typeof SettlementKind>>().notNull(),
  // A dead settlement keeps the state in which it failed.
  state: text()
    .$type<Exclude<WordOf<typeof SettlementState>, "dead">>()
    .notNull()
    .default("scheduled"),
  dueAt: moment().notNull(),
  currency: text(),
  poolMinor: minor(),
  feeMinor: minor(),
  entries: integer(),
  payouts: integer(),
  runAt: moment().notNull(),
  leaseUntil: moment(),
  failures: integer().notNull().default(0),
  defects: integer().notNull().default(0),
  lastError: text(),
  deadAt: moment(),
  finishedAt: moment(),
  retryRequestId: uuid(),
  traceContext: text(),
  createdAt: moment().notNull().defaultNow(),
});

export const payout = snakeCase.table("payout", {
  tournamentId: uuid().primaryKey(),
  entryId: uuid().notNull(),
  position: integer().primaryKey(),
  gamerId: uuid().notNull(),
  handle: text().notNull(),
  rank: integer(),
  amountMinor: minor().notNull(),
  toGame: boolean().notNull(),
  transferId: uuid().notNull(),
});

export const payment = snakeCase.table("payment", {
  tournamentId: uuid().primaryKey(),
  throughPosition: integer().primaryKey(),
  paidAt: moment().notNull().defaultNow(),
});
