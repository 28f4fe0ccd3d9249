import { bigint, boolean, bytea, integer, snakeCase, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "@tms/kit/database/tables";
import type { WordOf } from "@tms/kit/values/words";
import type { DeliveryState } from "@tms/proto/tms/event/v1/delivery";
import type { DisabledReason } from "@tms/proto/tms/event/v1/endpoint";

export { outbox, request } from "@tms/kit/database/tables";

export const eventHead = snakeCase.table("event_head", {
  gameId: uuid().primaryKey(),
  lastSequence: bigint({ mode: "bigint" }).notNull().default(0n),
  forgottenThrough: bigint({ mode: "bigint" }).notNull().default(0n),
});

export const event = snakeCase.table("event", {
  gameId: uuid().primaryKey(),
  sequence: bigint({ mode: "bigint" }).primaryKey(),
  id: uuid().notNull(),
  type: text().notNull(),
  tournamentId: uuid(),
  body: text().notNull(),
  audited: boolean().notNull(),
  traceContext: text(),
  createdAt: moment().notNull().defaultNow(),
});

/** The dependency state of each tournament. */
export const eventGate = snakeCase.table("event_gate", {
  id: uuid().primaryKey(),
  published: boolean().notNull().default(false),
  ended: boolean().notNull().default(false),
  plannedPayouts: integer(),
  paidPayouts: integer().notNull().default(0),
  over: boolean().notNull().default(false),
  createdAt: moment().notNull().defaultNow(),
});

/** Endpoints. Decrypting a secret needs the id of its row, so a secret cannot be copied to another row. */
export const endpoint = snakeCase.table("endpoint", {
  id: uuid().primaryKey(),
  gameId: uuid().notNull(),
  test: boolean().notNull(),
  url: text().notNull(),
  description: text().notNull(),
  events: text().array().notNull(),
  encryptedSecret: bytea("sealed_secret").notNull(),
  previousEncryptedSecret: bytea("previous_sealed_secret"),
  previousEndsAt: moment(),
  enabledAt: moment().notNull().defaultNow(),
  disabledReason: text().$type<WordOf<typeof DisabledReason>>(),
  failingSince: moment(),
  lastSuccessAt: moment(),
  lastFailureAt: moment(),
  failingMailedAt: moment(),
  removedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
});

export const dispatch = snakeCase.table("dispatch", {
  endpointId: uuid().primaryKey(),
  gameId: uuid().notNull(),
  position: bigint({ mode: "bigint" }).notNull(),
  leaseUntil: moment(),
  worker: uuid(),
  servedAt: moment().notNull().defaultNow(),
  slowUntil: moment(),
  failures: integer().notNull().default(0),
  backoffUntil: moment(),
  replayPosition: bigint({ mode: "bigint" }),
  replayThrough: bigint({ mode: "bigint" }),
  replayOnlyFailed: boolean(),
});

export const delivery = snakeCase.table("delivery", {
  endpointId: uuid().primaryKey(),
  sequence: bigint({ mode: "bigint" }).primaryKey(),
  eventId: uuid().notNull(),
  eventType: text().notNull(),
  state: text().$type<WordOf<typeof DeliveryState>>().notNull(),
  attempts: integer().notNull(),
  tries: integer().notNull(),
  replay: boolean().notNull().default(false),
  nextAttemptAt: moment(),
  createdAt: moment().notNull().defaultNow(),
  changedAt: moment().notNull().defaultNow(),
});

/** The reason why a request got no complete answer, or `redirect`. Other failures have only a status. */
export type FailureWord =
  | "timeout"
  | "refused"
  | "tls"
  | "dns"
  | "address_blocked"
  | "too_large"
  | "redirect";

export const attempt = snakeCase.table("attempt", {
  endpointId: uuid().primaryKey(),
  sequence: bigint({ mode: "bigint" }).primaryKey(),
  number: integer().primaryKey(),
  startedAt: moment().notNull(),
  durationMs: integer().notNull(),
  status: integer(),
  error: text().$type<FailureWord>(),
  answer: text().notNull(),
  replay: boolean().notNull(),
  succeeded: boolean().notNull(),
});
