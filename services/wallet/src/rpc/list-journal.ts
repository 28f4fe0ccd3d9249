import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, Rpcs } from "../context.ts";
import { listJournal as listLines } from "../db/journal.ts";
import { listSeals, type SealRow } from "../db/seals.ts";
import { accountId } from "../ledger/accounts.ts";
import { transferMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;

/**
 * Lists a page of an account's journal with its seals. The page token carries the number of the seal
 * that the next page starts under, so no page reads more seals than lines, or one.
 */
export const listJournal =
  ({ db }: Context): Rpcs["listJournal"] =>
  async ({ ref, currency, pageSize, pageToken }) => {
    const id = accountId(ref, currency);
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const listed = ["journal", id];
    const position = positionIn(pageToken, listed);
    // Lines first: whatever is read here was sealed before the seals are read.
    const rows = await listLines(db, id, position.after, size + 1);
    // One more than lines: the token's seal may have ended with the page before.
    const seals = await listSeals(db, id, position.seal, rows.length + 1);
    const sealed = rows.map((row) => ({ row, seal: sealOver(row.sequence, seals) }));
    const { items, nextPageToken } = cutPage(sealed, size, listed, ({ row, seal }) => [
      String(row.sequence),
      String(seal.number),
    ]);
    return {
      accountId: id,
      lines: items.map(({ row, seal }) => ({
        transfer: transferMessage(row),
        text: row.text.trimEnd(),
        sealNumber: seal.number,
      })),
      seals: [...new Set(items.map(({ seal }) => seal))].map(sealMessage),
      nextPageToken,
    };
  };

function positionIn(token: string, list: readonly string[]): { after: bigint; seal: bigint } {
  const { integer } = TOKEN_PART;
  const parts = decodePageToken(token, list, [integer, integer]);
  const [after = "0", seal = "1"] = parts ?? [];
  return { after: BigInt(after), seal: BigInt(seal) };
}

function sealOver(sequence: bigint, seals: readonly SealRow[]): SealRow {
  const seal = seals.find(({ throughSequence }) => throughSequence >= sequence);
  if (seal === undefined) throw new Error("a transfer is not sealed");
  return seal;
}

const sealMessage = (row: SealRow) => ({
  number: row.number,
  transfers: row.transfers,
  digest: row.digest,
  createTime: timestampFromDate(row.createdAt),
});
