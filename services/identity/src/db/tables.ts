import { moment } from "@tms/kit/database/tables";
import type { Forgettable } from "@tms/kit/database/retention";
import type { WordOf } from "@tms/kit/values/words";
import type { SessionKind } from "@tms/proto/tms/identity/v1/identity";
import { bytea, integer, snakeCase, text, uuid } from "drizzle-orm/pg-core";

export { outbox, request } from "@tms/kit/database/tables";

/** People who have confirmed their address. */
export const userAccount = snakeCase.table("user_account", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  passwordHash: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

export type EndReason = "signed_out" | "revoked" | "reused" | "password_changed" | "displaced";

/** Sign-ins. Refresh tokens are computed from `salt` and `generation`, and are not stored. */
export const session = snakeCase.table("session", {
  id: uuid().primaryKey(),
  userId: uuid().notNull(),
  kind: text().$type<WordOf<typeof SessionKind>>().notNull(),
  salt: bytea().notNull(),
  generation: integer().notNull().default(1),
  createdAt: moment().notNull().defaultNow(),
  lastUsedAt: moment().notNull().defaultNow(),
  address: text().notNull(),
  agent: text().notNull(),
  endedAt: moment(),
  endReason: text().$type<EndReason>(),
});

export type Purpose = "verify_email" | "reset_password";

/** Sign-ups that wait for their codes. An address can have several. */
export const signUp = snakeCase.table("sign_up", {
  id: uuid().primaryKey(),
  email: text().notNull(),
  name: text().notNull(),
  passwordHash: text().notNull(),
  digest: bytea().notNull(),
  tries: integer().notNull().default(0),
  createdAt: moment().notNull().defaultNow(),
  expiresAt: moment().notNull(),
});

/** Mailed codes, one for each purpose and address. Only the previous release uses the columns of sign-ups. */
export const oneTimeCode = snakeCase.table("one_time_code", {
  id: uuid().primaryKey(),
  purpose: text().$type<Purpose>().notNull(),
  email: text().notNull(),
  digest: bytea().notNull(),
  tries: integer().notNull().default(0),
  createdAt: moment().notNull().defaultNow(),
  expiresAt: moment().notNull(),
  usedAt: moment(),
  signUpName: text(),
  signUpPasswordHash: text(),
});

/** Command line tools that wait for approval. `sessionId` is set when a tool has exchanged its code. */
export const deviceCode = snakeCase.table("device_code", {
  id: uuid().primaryKey(),
  digest: bytea().notNull(),
  userCodeDigest: bytea().notNull(),
  pollIntervalS: integer().notNull(),
  polledAt: moment(),
  createdAt: moment().notNull().defaultNow(),
  expiresAt: moment().notNull(),
  approvedBy: uuid(),
  sessionId: uuid(),
});

/** The kinds of mail that a stranger can cause. Each kind has a budget. */
export type MailKind = "mail_sign_up" | "mail_reset" | "mail_invitation" | "mail_endpoint";

export type AttemptKind =
  | "account_address"
  | "address"
  | "account"
  | "sign_up"
  | "forgot_password"
  | "device_code"
  | "password_change"
  | MailKind;

/** Attempts within a window that begins with the first of them. */
export const attemptCount = snakeCase.table("attempt_count", {
  id: uuid().primaryKey(),
  kind: text().$type<AttemptKind>().notNull(),
  account: text().notNull(),
  address: text().notNull(),
  attempts: integer().notNull(),
  createdAt: moment().notNull().defaultNow(),
  endsAt: moment().notNull(),
});

/** Keys that sign access tokens. The private key is encrypted with SECRETS_KEY. */
export const signingKey = snakeCase.table("signing_key", {
  id: uuid().primaryKey(),
  publicKey: bytea().notNull(),
  encryptedPrivateKey: bytea("sealed_private_key").notNull(),
  createdAt: moment().notNull().defaultNow(),
  activeAt: moment().notNull(),
});

export const mail = snakeCase.table("mail", {
  id: uuid().primaryKey(),
  recipient: text().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

/** Rows that retention deletes a week after their creation. Sessions must also have ended or expired. */
export const OLD_ROWS: readonly Forgettable[] = [
  {
    table: "session",
    where: `ended_at IS NOT NULL OR created_at < now() - interval '90 days'
      OR last_used_at < now() - interval '14 days'`,
  },
  { table: "one_time_code" },
  { table: "sign_up" },
  { table: "device_code" },
  { table: "attempt_count" },
  { table: "mail" },
];
