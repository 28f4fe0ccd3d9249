import { Type, type Static } from "typebox";
import { closed, dateTime, id, nextCursor, pageQuery } from "../../openapi/schemas/fields.ts";

const MailSchema = Type.Object({
  id: id("Record identifier."),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  createdAt: dateTime("When it was sent."),
});
export type MailJson = Static<typeof MailSchema>;

export const MailboxQuery = closed(pageQuery(100, 50));
export const MailboxReply = Type.Object(
  { mails: Type.Array(MailSchema), nextCursor },
  { description: "What was mailed, newest first." },
);
