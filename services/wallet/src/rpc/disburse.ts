import { create } from "@bufbuild/protobuf";
import { traced } from "@tms/kit/process/fault-points";
import {
  DisburseResponseSchema,
  type DisburseRequest,
  type DisburseResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "../context.ts";
import { insertAccounts } from "../db/accounts.ts";
import { insertDisbursement, type DisbursementRow } from "../db/disburse.ts";
import { turnedDown } from "../db/constraint-violation.ts";
import { at, creditedAccounts, disbursementOf, type Disbursement } from "../disbursements.ts";
import { post } from "../ledger/post.ts";
import { refusedTransfers } from "../refused-transfers.ts";
import type { Order } from "../ledger/transfer.ts";

/**
 * Makes many transfers out of one account; names those that it refused. Nearly always there is
 * nothing to refuse, and one statement makes them all: the database itself holds the ledger's
 * invariants. Whatever it turns down is decided transfer by transfer, as any other batch.
 */
export async function disburse(
  context: Context,
  request: DisburseRequest,
): Promise<DisburseResponse> {
  const row = disbursementOf(request);
  if (await disburseAtOnce(context, request, row)) return create(DisburseResponseSchema);
  const orders = ordersOf(request, row);
  const outcomes = await post(context.db, orders);
  const refused = refusedTransfers(orders, outcomes);
  return create(DisburseResponseSchema, { refused });
}

async function disburseAtOnce(
  { db }: Context,
  request: DisburseRequest,
  row: DisbursementRow,
): Promise<boolean> {
  try {
    if ((await insertDisbursement(db, row)) > 0) return true;
    // Whom it pays for the first time has no account yet.
    await traced("wallet.open-accounts", () => insertAccounts(db, creditedAccounts(request, row)));
    return (await insertDisbursement(db, row)) > 0;
  } catch (error) {
    if (turnedDown(error)) return false;
    throw error;
  }
}

function ordersOf(request: DisburseRequest, row: Disbursement): Order[] {
  const { gameId, currency, kind, referenceId, debitAccountId, debit } = row;
  const common = { gameId, currency, kind, referenceId, debitAccountId, debit, linked: false };
  return row.ids.map((id, index) => ({
    ...common,
    id,
    creditAccountId: at(row.creditAccountIds, index),
    amountMinor: at(row.amountsMinor, index),
    credit: { type: request.creditType, ownerId: at(request.ownerIds, index) },
  }));
}
