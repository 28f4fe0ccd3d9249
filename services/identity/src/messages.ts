import { toMessage } from "@tms/kit/values/message";
import {
  MailSchema,
  SessionSchema,
  SigningKeySchema,
  UserSchema,
} from "@tms/proto/tms/identity/v1/identity";
import type { AccountRow } from "./db/accounts.ts";
import type { MailRow } from "./db/mails.ts";
import type { SessionRow } from "./db/sessions.ts";
import type { SigningKeyRow } from "./db/signing-keys.ts";

export const userMessage = (row: AccountRow) =>
  toMessage(UserSchema, { ...row, createTime: row.createdAt });

export const sessionMessage = (row: SessionRow) =>
  toMessage(SessionSchema, { ...row, createTime: row.createdAt, lastUseTime: row.lastUsedAt });

export const signingKeyMessage = (row: SigningKeyRow) =>
  toMessage(SigningKeySchema, {
    ...row,
    publicKey: Uint8Array.from(row.publicKey),
    activeTime: row.activeAt,
  });

export const mailMessage = (row: MailRow) =>
  toMessage(MailSchema, { ...row, to: row.recipient, text: row.body, createTime: row.createdAt });
