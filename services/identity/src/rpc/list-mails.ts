import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, Rpcs } from "../context.ts";
import { listMails as listPage } from "../db/mails.ts";
import { mailboxDisabled } from "../errors.ts";
import { mailMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;
const LISTED = ["mails"];

/** Lists the development mailbox, newest first. */
export const listMails =
  ({ db, hasMailbox }: Context): Rpcs["listMails"] =>
  async ({ pageSize, pageToken }) => {
    if (!hasMailbox) throw mailboxDisabled();
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const [beforeId] = decodePageToken(pageToken, LISTED, [TOKEN_PART.id]) ?? [];
    const rows = await listPage(db, beforeId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, LISTED, (row) => [row.id]);
    return { mails: items.map(mailMessage), nextPageToken };
  };
