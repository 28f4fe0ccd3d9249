import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Rpcs } from "../context.ts";
import { listJournal, listSeals, type SealRow } from "../db/journal.ts";
import { listStatement, type TransferRow } from "../db/transfers.ts";
import { accountId } from "../ledger/accounts.ts";
import { transferMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;
/** Higher than the sequence of any transfer. */
const MAX_SEQUENCE = 9_223_372_036_854_775_807n;
const POSITION = [TOKEN_PART.integer, TOKEN_PART.integer];

export const statementRpcs = {
  /**
   * Lists a page of an account's statement, with the balance after each line. The page token contains the
   * balance at the start of the next page, so a page costs no more than its own lines.
   */
  async listTransfers({ db }, { ref, currency, pageSize, pageToken }) {
    const id = accountId(ref, currency);
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const list = ["transfers", id];
    const [before, start] = decodePageToken(pageToken, list, POSITION) ?? [];
    const rows = await listStatement(db, id, BigInt(before ?? MAX_SEQUENCE), size + 1);
    let balance = BigInt(start ?? rows[0]?.presentBalanceMinor ?? 0n);
    const lines = rows.map((row) => {
      const balanceAfter = balance;
      balance -= effectOn(id, row);
      return { row, balanceAfter };
    });
    const { items, nextPageToken } = cutPage(lines, size, list, ({ row, balanceAfter }) => [
      String(row.sequence),
      String(balanceAfter - effectOn(id, row)),
    ]);
    const transfers = items.map(({ row, balanceAfter }) => transferMessage(row, balanceAfter));
    return { transfers, nextPageToken };
  },

  /**
   * Lists a page of an account's journal with its seals. The page token contains the number of the first
   * seal of the next page, so a page reads at most one seal more than lines.
   */
  async listJournal({ db }, { ref, currency, pageSize, pageToken }) {
    const id = accountId(ref, currency);
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const list = ["journal", id];
    const [after = "0", firstSeal = "1"] = decodePageToken(pageToken, list, POSITION) ?? [];
    // Lines are read first, so that all of them are sealed when the seals are read.
    const rows = await listJournal(db, id, BigInt(after), size + 1);
    // The seal in the token may end with the previous page.
    const seals = await listSeals(db, id, BigInt(firstSeal), rows.length + 1);
    const sealed = rows.map((row) => ({ row, seal: findSeal(row.sequence, seals) }));
    const { items, nextPageToken } = cutPage(sealed, size, list, ({ row, seal }) => [
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
  },
} satisfies Rpcs;

const effectOn = (id: string, row: TransferRow): bigint =>
  row.creditAccountId === id ? row.amountMinor : -row.amountMinor;

function findSeal(sequence: bigint, seals: readonly SealRow[]): SealRow {
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
