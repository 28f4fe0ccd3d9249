import { bigint, boolean, integer, primaryKey, snakeCase, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "@tms/kit/database/columns";

/** The last sequence of each environment. */
export const eventHead = snakeCase.table("event_head", {
  gameId: uuid().primaryKey(),
  lastSequence: bigint({ mode: "bigint" }).notNull().default(0n),
  forgottenThrough: bigint({ mode: "bigint" }).notNull().default(0n),
});

/** The log of each environment. */
export const event = snakeCase.table(
  "event",
  {
    gameId: uuid().notNull(),
    sequence: bigint({ mode: "bigint" }).notNull(),
    id: uuid().notNull(),
    type: text().notNull(),
    tournamentId: uuid(),
    body: text().notNull(),
    audited: boolean().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.sequence] })],
);

/** What the log knows of a tournament. */
export const eventGate = snakeCase.table("event_gate", {
  id: uuid().primaryKey(),
  published: boolean().notNull().default(false),
  ended: boolean().notNull().default(false),
  plannedPayouts: integer(),
  paidPayouts: integer().notNull().default(0),
  over: boolean().notNull().default(false),
  createdAt: moment().notNull().defaultNow(),
});
