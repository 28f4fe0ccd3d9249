import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { wordsOf } from "@tms/kit/values/words";
import {
  MailSchema,
  SessionKind,
  SessionSchema,
  SigningKeySchema,
  UserSchema,
  type Mail,
  type Session,
  type SigningKey,
  type User,
} from "@tms/proto/tms/identity/v1/identity";
import type { AccountRow } from "./db/accounts.ts";
import type { MailRow } from "./db/mails.ts";
import type { SessionRow } from "./db/sessions.ts";
import type { SigningKeyRow } from "./db/signing-keys.ts";

const KINDS = wordsOf(SessionKind);

export const userMessage = ({ id, name, email, createdAt }: AccountRow): User =>
  create(UserSchema, { id, name, email, createTime: timestampFromDate(createdAt) });

export const sessionMessage = (row: SessionRow): Session =>
  create(SessionSchema, {
    id: row.id,
    userId: row.userId,
    kind: KINDS.value(row.kind),
    createTime: timestampFromDate(row.createdAt),
    lastUseTime: timestampFromDate(row.lastUsedAt),
    address: row.address,
    agent: row.agent,
  });

export const signingKeyMessage = ({ id, publicKey, activeAt }: SigningKeyRow): SigningKey =>
  create(SigningKeySchema, {
    id,
    publicKey: Uint8Array.from(publicKey),
    activeTime: timestampFromDate(activeAt),
  });

export const mailMessage = ({ id, recipient, subject, body, createdAt }: MailRow): Mail =>
  create(MailSchema, {
    id,
    to: recipient,
    subject,
    text: body,
    createTime: timestampFromDate(createdAt),
  });
