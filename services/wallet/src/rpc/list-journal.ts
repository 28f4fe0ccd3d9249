import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { invalidField } from "@tms/kit/errors/domain-error";
import { decodePageToken, encodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import {
  ListJournalResponseSchema,
  type ListJournalRequest,
  type ListJournalResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountId } from "../ledger/accounts.ts";
import type { Context } from "../context.ts";
import { journal, seals, type SealRow } from "../db/journal.ts";
import { storedTransferMessage } from "../statement-message.ts";

const DEFAULT_PAGE_SIZE = 50;

/**
 * A page of an account's journal. The page token carries the seal the next page starts under, so no
 * page reads more seals than it has lines.
 */
export async function listJournal(
  context: Context,
  request: ListJournalRequest,
): Promise<ListJournalResponse> {
  if (!request.ref) throw invalidField("ref", "is required");
  const id = accountId(request.ref, request.currency);
  const size = request.pageSize || DEFAULT_PAGE_SIZE;
  const position = positionOf(request.pageToken, id);
  // Lines first: whatever is read here was sealed before the seals are read.
  const rows = await journal(context.db, id, position.after, size + 1);
  const page = rows.slice(0, size);
  // The token's seal may have ended with the page before.
  const chain = await seals(context.db, id, position.seal, page.length + 1);

  const lines = page.map((row) => ({
    transfer: storedTransferMessage(row),
    text: row.line.trimEnd(),
    sealNumber: sealOver(row.sequence, chain).number,
  }));
  const [first, last] = [lines[0], lines.at(-1)];
  return create(ListJournalResponseSchema, {
    accountId: id,
    lines,
    seals: chain
      .filter(
        ({ number }) => first && last && number >= first.sealNumber && number <= last.sealNumber,
      )
      .map(sealMessage),
    nextPageToken:
      last && rows.length > size
        ? encodePageToken(["journal", id], [String(page.at(-1)?.sequence), String(last.sealNumber)])
        : "",
  });
}

function positionOf(token: string, id: string): { after: bigint; seal: bigint } {
  const { integer } = TOKEN_PART;
  const parts = decodePageToken(token, ["journal", id], [integer, integer]);
  const [after = "0", seal = "1"] = parts ?? [];
  return { after: BigInt(after), seal: BigInt(seal) };
}

function sealOver(sequence: bigint, chain: readonly SealRow[]): SealRow {
  const seal = chain.find(({ through_sequence }) => through_sequence >= sequence);
  if (seal === undefined) throw new Error("a transfer is not sealed");
  return seal;
}

const sealMessage = (row: SealRow) => ({
  number: row.number,
  transfers: row.transfers,
  digest: row.digest,
  createTime: timestampFromDate(row.created_at),
});
