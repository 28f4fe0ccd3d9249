import type { App } from "../../app-type.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { mailJson } from "./json.ts";
import * as operations from "./operations.ts";

/** The mailbox of development: what would be mailed where there is no mail server. */
export function mailboxRoutes(app: App, { identity }: Pick<Clients, "identity">): void {
  app.get("/mailbox", operations.list, async (request) => {
    const { limit = 0, cursor = "" } = request.query;
    const page = await identity.listMails({ pageSize: limit, pageToken: cursor }, within(request));
    return { mails: page.mails.map(mailJson), nextCursor: page.nextPageToken || null };
  });
}
