import { isoOf } from "@tms/resources/values/times";
import { Type } from "typebox";
import type { FastifyInstance } from "fastify";
import type { Clients } from "../clients.ts";
import { within } from "../http/deadline.ts";
import { closed, nextCursor, pageQuery } from "@tms/resources/input";

const text = Type.String();
const mail = Type.Object({ id: text, to: text, subject: text, text, createdAt: text });

/** Registers the mailbox of development, which shows emails in place of a mail server. */
export function mailboxRoutes(app: FastifyInstance, { identity }: Pick<Clients, "identity">): void {
  const schema = {
    // Hidden, because production has no mailbox and must have the same OpenAPI document.
    hide: true,
    querystring: closed(pageQuery(100, 50)),
    response: { 200: Type.Object({ mails: Type.Array(mail), nextCursor: nextCursor.schema }) },
  };
  app.get("/mailbox", { config: { scope: "public" }, schema }, async (request) => {
    const { limit = 0, cursor = "" } = request.query as { limit?: number; cursor?: string };
    const page = await identity.listMails({ pageSize: limit, pageToken: cursor }, within(request));
    const mails = page.mails.map(({ id, to, subject, text: body, createTime }) => ({
      id,
      to,
      subject,
      text: body,
      createdAt: isoOf(createTime),
    }));
    return { mails, nextCursor: page.nextPageToken || null };
  });
}
