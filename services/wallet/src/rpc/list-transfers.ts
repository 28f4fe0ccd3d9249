import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, Rpcs } from "../context.ts";
import { listStatement } from "../db/statement.ts";
import type { TransferRow } from "../db/transfers.ts";
import { accountId } from "../ledger/accounts.ts";
import { transferMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;
/** Later than any transfer. */
const MAX_SEQUENCE = 9_223_372_036_854_775_807n;

/**
 * Lists a page of an account's statement, with the balance after each line. The page token carries the
 * balance that the next page starts at, so no page costs more than its own lines.
 */
export const listTransfers =
  ({ db }: Context): Rpcs["listTransfers"] =>
  async ({ ref, currency, pageSize, pageToken }) => {
    const id = accountId(ref, currency);
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const listed = ["transfers", id];
    const position = positionIn(pageToken, listed);
    const rows = await listStatement(db, id, position?.before ?? MAX_SEQUENCE, size + 1);
    let balance = position?.balance ?? rows[0]?.presentBalanceMinor ?? 0n;
    const lines = rows.map((row) => {
      const balanceAfter = balance;
      balance -= effectOn(id, row);
      return { row, balanceAfter };
    });
    const { items, nextPageToken } = cutPage(lines, size, listed, ({ row, balanceAfter }) => [
      String(row.sequence),
      String(balanceAfter - effectOn(id, row)),
    ]);
    const transfers = items.map(({ row, balanceAfter }) => transferMessage(row, balanceAfter));
    return { transfers, nextPageToken };
  };

/** Where a page begins, and the balance there; undefined for the first page. */
function positionIn(
  token: string,
  list: readonly string[],
): { before: bigint; balance: bigint } | undefined {
  const { integer } = TOKEN_PART;
  const parts = decodePageToken(token, list, [integer, integer]);
  if (parts === undefined) return undefined;
  const [before = "", balance = ""] = parts;
  return { before: BigInt(before), balance: BigInt(balance) };
}

const effectOn = (id: string, row: TransferRow): bigint =>
  row.creditAccountId === id ? row.amountMinor : -row.amountMinor;
