import { create } from "@bufbuild/protobuf";
import { sqlState } from "@tms/kit/database";
import { invalidField, toRefusal } from "@tms/kit/errors";
import { durably } from "@tms/kit/steps";
import {
  DisburseResponseSchema,
  type AccountRef,
  type DisburseRequest,
  type DisburseResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountId, defaultFloor } from "../accounts.ts";
import type { Context } from "../context.ts";
import { insertAccounts } from "../db/accounts.ts";
import { insertDisbursement, type DisbursementRow } from "../db/disburse.ts";
import { post } from "../ledger.ts";
import type { Order } from "../transfers.ts";

/**
 * Makes many transfers out of one account; names those that it refused. Nearly always there is
 * nothing to refuse, and one statement makes them all: the database itself holds the ledger's
 * invariants. Whatever it turns down is decided transfer by transfer, as any other batch.
 */
export async function disburse(
  context: Context,
  request: DisburseRequest,
): Promise<DisburseResponse> {
  const { debit } = request;
  if (!debit) throw invalidField("debit", "is required");
  const row = rowOf(request, debit);
  if (await disburseAtOnce(context, request, row)) return create(DisburseResponseSchema);
  const orders = ordersOf(request, debit, row);
  const outcomes = await post(context.db, orders);
  const refused = orders.flatMap(({ id }, index) => {
    const outcome = outcomes[index];
    return outcome instanceof Error ? [{ transferId: id, refusal: toRefusal(outcome) }] : [];
  });
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
    await durably("wallet.open-accounts", () => insertAccounts(db, newAccounts(request, row)));
    return (await insertDisbursement(db, row)) > 0;
  } catch (error) {
    // An invariant, or a deadlock with another batch.
    if (/^(23|40)/.test(sqlState(error))) return false;
    throw error;
  }
}

function rowOf(request: DisburseRequest, debit: AccountRef): DisbursementRow {
  const { currency, kind, creditType: type, referenceId, ownerIds } = request;
  const { gameId } = debit;
  const debitAccountId = accountId(debit, currency);
  const creditAccountIds = ownerIds.map((ownerId) =>
    accountId({ gameId, type, ownerId }, currency),
  );
  if (creditAccountIds.includes(debitAccountId))
    throw invalidField("owner_ids", "debit and credit must be different accounts");
  return {
    gameId: gameId.toLowerCase(),
    currency,
    debitAccountId,
    kind,
    referenceId: referenceId.toLowerCase(),
    ids: request.transferIds.map((id) => id.toLowerCase()),
    creditAccountIds,
    amountsMinor: request.minorUnits,
  };
}

const newAccounts = ({ creditType: type, ownerIds }: DisburseRequest, row: DisbursementRow) =>
  ownerIds.map((ownerId, index) => ({
    id: at(row.creditAccountIds, index),
    gameId: row.gameId,
    type,
    ownerId,
    currency: row.currency,
    floorMinor: defaultFloor(type),
  }));

function ordersOf(request: DisburseRequest, debit: AccountRef, row: DisbursementRow): Order[] {
  const { gameId, currency, kind, referenceId, debitAccountId } = row;
  const common = { gameId, currency, kind, referenceId, debitAccountId, debit, linked: false };
  return row.ids.map((id, index) => ({
    ...common,
    id,
    creditAccountId: at(row.creditAccountIds, index),
    amountMinor: at(row.amountsMinor, index),
    credit: { type: request.creditType, ownerId: at(request.ownerIds, index) },
  }));
}

// The request's own rule sees to it that its columns are as long as each other.
function at<T>(column: readonly T[], index: number): T {
  const value = column[index];
  if (value === undefined) throw new Error("a column is too short");
  return value;
}
