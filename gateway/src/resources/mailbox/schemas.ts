import { Type, type Static } from "typebox";
import { closed, dateTime, id, nextCursor, pageQuery } from "../../openapi/schemas/fields.ts";

const MailSchema = Type.Object({
  id: id("The id of the email."),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  createdAt: dateTime("When the email was sent."),
});
export type MailJson = Static<typeof MailSchema>;

export const MailboxQuery = closed(pageQuery(100, 50));
export const MailboxReply = Type.Object(
  { mails: Type.Array(MailSchema), nextCursor },
  { description: "A page of the sent emails, newest first." },
);
