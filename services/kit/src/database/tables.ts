import {
  bigint,
  bytea,
  integer,
  interval,
  jsonb,
  snakeCase,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

export const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** Defines a bigint column for an amount in minor units of a currency. */
export const minor = () => bigint({ mode: "bigint" });

/** Responses of mutations by their request_id; see idempotent.ts. */
export const request = snakeCase.table("request", {
  id: uuid().primaryKey(),
  fingerprint: bytea().notNull(),
  response: bytea(),
  createdAt: moment().notNull().defaultNow(),
});

/** Messages to deliver; see outbox.ts. */
export const outbox = snakeCase.table("outbox", {
  id: uuid().primaryKey(),
  topic: text().notNull(),
  payload: jsonb().notNull(),
  attempts: integer().notNull().default(0),
  // Not rounded to milliseconds, because a message must be due as soon as it is staged.
  dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  deadAt: moment(),
  lastError: text(),
  createdAt: moment().notNull().defaultNow(),
});

/** Events to be sent to the event log; see events/stage.ts. */
export const eventOut = snakeCase.table("event_out", {
  id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
  gameId: uuid().notNull(),
  events: bytea().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

/** The time by which the clock of a test environment is ahead of real time; see game-time.ts. */
export const testClock = snakeCase.table("test_clock", {
  gameId: uuid().primaryKey(),
  ahead: interval().notNull(),
});
