import { boolean, integer, primaryKey, snakeCase, text, uuid } from "drizzle-orm/pg-core";
import { minor, moment } from "@tms/kit/database/columns";
import type { WordOf } from "@tms/kit/values/words";
import type { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";

export { eventOut, testClock } from "@tms/kit/database/tables";

/**
 * Settlements. One is due at `dueAt`, a worker may take it up from `runAt`, and has it until
 * `leaseUntil`. A dead one waits for an operator, in the state in which it died.
 */
export const settlement = snakeCase.table("settlement", {
  tournamentId: uuid().primaryKey(),
  gameId: uuid().notNull(),
  test: boolean().notNull().default(false),
  kind: text().$type<WordOf<typeof SettlementKind>>().notNull(),
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
  // Of the retry that last took it out of the dead-letter state.
  retryRequestId: uuid(),
  createdAt: moment().notNull().defaultNow(),
});

/** Plans: who gets what, in the order of payment. */
export const payout = snakeCase.table(
  "payout",
  {
    tournamentId: uuid().notNull(),
    entryId: uuid().notNull(),
    position: integer().notNull(),
    gamerId: uuid().notNull(),
    handle: text().notNull(),
    rank: integer(),
    amountMinor: minor().notNull(),
    toGame: boolean().notNull(),
    transferId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tournamentId, table.position] })],
);

/** Progress: every payout of a plan up to a position is paid. */
export const payment = snakeCase.table(
  "payment",
  {
    tournamentId: uuid().notNull(),
    throughPosition: integer().notNull(),
    paidAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tournamentId, table.throughPosition] })],
);
