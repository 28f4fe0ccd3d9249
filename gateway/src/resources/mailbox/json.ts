import type { Mail } from "@tms/proto/tms/identity/v1/identity";
import { isoOf } from "@tms/resources/values/times";
import type { MailJson } from "./schemas.ts";

/** A mail of the development mailbox. */
export const mailJson = ({ id, to, subject, text, createTime }: Mail): MailJson => ({
  id,
  to,
  subject,
  text,
  createdAt: isoOf(createTime),
});
