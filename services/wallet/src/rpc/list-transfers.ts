import { create } from "@bufbuild/protobuf";
import { invalidField } from "@tms/kit/errors/domain-error";
import { decodePageToken, encodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import {
  ListTransfersResponseSchema,
  type ListTransfersRequest,
  type ListTransfersResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountId } from "../ledger/accounts.ts";
import type { Context } from "../context.ts";
import { statement, type StatementRow } from "../db/statement.ts";
import { storedTransferMessage } from "../statement-message.ts";

const DEFAULT_PAGE_SIZE = 50;

/**
 * A page of an account's statement with the balance after each line. The page token carries
 * the balance the next page starts at, so no page costs more than its own lines.
 */
export async function listTransfers(
  context: Context,
  request: ListTransfersRequest,
): Promise<ListTransfersResponse> {
  if (!request.ref) throw invalidField("ref", "is required");
  const id = accountId(request.ref, request.currency);
  const size = request.pageSize || DEFAULT_PAGE_SIZE;
  const position = positionOf(request.pageToken, id);
  const rows = await statement(context.db, id, position?.before ?? null, size + 1);
  const page = rows.slice(0, size);

  let balance = position?.balance ?? rows[0]?.balance_minor ?? 0n;
  const transfers = page.map((row) => {
    const transfer = storedTransferMessage(row);
    transfer.balanceAfterMinorUnits = balance;
    balance -= effect(row, id);
    return transfer;
  });
  const last = page.at(-1);
  const nextPageToken =
    last && rows.length > size
      ? encodePageToken(["transfers", id], [String(last.sequence), String(balance)])
      : "";
  return create(ListTransfersResponseSchema, { transfers, nextPageToken });
}

function positionOf(token: string, id: string): { before: bigint; balance: bigint } | undefined {
  const { integer } = TOKEN_PART;
  const parts = decodePageToken(token, ["transfers", id], [integer, integer]);
  if (parts === undefined) return undefined;
  const [before = "", balance = ""] = parts;
  return { before: BigInt(before), balance: BigInt(balance) };
}

const effect = (row: StatementRow, id: string): bigint =>
  row.credit_account_id === id ? row.amount_minor : -row.amount_minor;
