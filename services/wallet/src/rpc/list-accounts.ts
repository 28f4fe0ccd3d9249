import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, Rpcs } from "../context.ts";
import { listAccounts as listRows, type AccountPosition } from "../db/ledger.ts";
import { accountType, type AccountType } from "../db/tables.ts";
import { accountMessage } from "../messages.ts";
import { ACCOUNT_TYPES } from "../words.ts";

const DEFAULT_PAGE_SIZE = 50;
const TYPE_PART = new RegExp(`^(${accountType.enumValues.join("|")})$`);

/** Lists a page of a game's accounts. */
export const listAccounts =
  ({ db }: Context): Rpcs["listAccounts"] =>
  async ({ gameId, currency, type, pageSize, pageToken }) => {
    const filter = { gameId, currency, type: ACCOUNT_TYPES.word(type) };
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const list = ["accounts", gameId, currency, filter.type];
    const rows = await listRows(db, filter, positionIn(pageToken, list), size + 1);
    const { items, nextPageToken } = cutPage(rows, size, list, (row) => [row.type, row.ownerId]);
    return { accounts: items.map((row) => accountMessage(row)), nextPageToken };
  };

function positionIn(
  token: string,
  list: readonly (string | undefined)[],
): AccountPosition | undefined {
  const parts = decodePageToken(token, list, [TYPE_PART, TOKEN_PART.id]);
  if (parts === undefined) return undefined;
  const [type = "", ownerId = ""] = parts;
  // The pattern has let nothing else through.
  return { type: type as AccountType, ownerId };
}
