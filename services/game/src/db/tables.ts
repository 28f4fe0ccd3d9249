import { bigint, bytea, cidr, integer, smallint, snakeCase, text, uuid } from "drizzle-orm/pg-core";
import { minor, moment } from "@tms/kit/database/tables";
import type { WordOf } from "@tms/kit/values/words";
import type { KeyScope, Mode, Payer } from "@tms/proto/tms/game/v1/game";
import type { Role } from "@tms/proto/tms/game/v1/member";

export { eventOut, request } from "@tms/kit/database/tables";

/** Games, as people know them. Each has a live and a test environment. */
export const project = snakeCase.table("project", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

/**
 * Environments, which are the tenants. Without `openedAt`, an environment is visible only to a repeat of the
 * request that made it. An environment with `closedAt` was replaced.
 */
export const game = snakeCase.table("game", {
  id: uuid().primaryKey(),
  projectId: uuid().notNull(),
  mode: text().$type<WordOf<typeof Mode>>().notNull(),
  siblingId: uuid().notNull(),
  currency: text().notNull(),
  currencyExponent: smallint().notNull(),
  payer: text().$type<WordOf<typeof Payer>>().notNull(),
  creditLimitMinor: minor(),
  platformFeeBps: integer().notNull(),
  createdAt: moment().notNull().defaultNow(),
  openedAt: moment(),
  closedAt: moment(),
});

/** API keys of games' backends. Only the SHA-256 digest of a secret is stored. */
export const apiKey = snakeCase.table("api_key", {
  id: uuid().primaryKey(),
  gameId: uuid().notNull(),
  mode: text().$type<WordOf<typeof Mode>>().notNull(),
  name: text().notNull(),
  hint: text().notNull(),
  digest: bytea().notNull(),
  scopes: text().$type<WordOf<typeof KeyScope>>().array().notNull(),
  ipRanges: cidr().array().notNull(),
  createdBy: uuid(),
  createdAt: moment().notNull().defaultNow(),
  expiresAt: moment(),
  revokedAt: moment(),
  endsAt: moment(),
  replaces: uuid(),
  replacedBy: uuid(),
  lastUsedAt: moment(),
  lastUsedAddress: text(),
});

export const member = snakeCase.table("member", {
  projectId: uuid().primaryKey(),
  userId: uuid().primaryKey(),
  role: text().$type<WordOf<typeof Role>>().notNull(),
  joinedAt: moment().notNull().defaultNow(),
});

export type EndReason = "accepted" | "withdrawn" | "replaced";

/** Invitations to become a member. Only the SHA-256 digest of a token is stored. */
export const invitation = snakeCase.table("invitation", {
  id: uuid().primaryKey(),
  projectId: uuid().notNull(),
  email: text().notNull(),
  role: text().$type<WordOf<typeof Role>>().notNull(),
  digest: bytea().notNull(),
  invitedBy: uuid(),
  createdAt: moment().notNull().defaultNow(),
  expiresAt: moment().notNull(),
  mailedAt: moment(),
  endedAt: moment(),
  endReason: text().$type<EndReason>(),
});

/** Further tokens of invitations. `digest` of an invitation is the digest of its first token. */
export const invitationToken = snakeCase.table("invitation_token", {
  digest: bytea().primaryKey(),
  invitationId: uuid().notNull(),
});

/** The lead of test environments' time over real time, and advances in progress. */
export const testClock = snakeCase.table("test_clock", {
  gameId: uuid().primaryKey(),
  mode: text().$type<"test">().notNull().default("test"),
  /** The lead over real time, in milliseconds. During an advance, `targetMs` is the next lead. */
  aheadMs: bigint({ mode: "bigint" }).notNull().default(0n),
  targetMs: bigint({ mode: "bigint" }).notNull().default(0n),
  state: text().$type<"ready" | "telling" | "settling">().notNull().default("ready"),
  fromAt: moment(),
  toAt: moment(),
  actor: text().notNull().default(""),
  restRequestId: text().notNull().default(""),
});
