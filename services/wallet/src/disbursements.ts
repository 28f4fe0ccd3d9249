import { invalidField } from "@tms/kit/errors/domain-error";
import type { AccountRef, DisburseRequest } from "@tms/proto/tms/wallet/v1/wallet";
import { accountId, defaultFloor } from "./ledger/accounts.ts";
import type { NewAccount } from "./db/accounts.ts";
import type { DisbursementRow } from "./db/disburse.ts";
import { requireSense } from "./ledger/transfer-kinds.ts";

/** A disbursement and the account it debits. */
export interface Disbursement extends DisbursementRow {
  debit: AccountRef;
}

/**
 * A disbursement with its accounts resolved; `path` says where in the request it stands. Throws
 * INVALID_ARGUMENT when it makes no sense.
 */
export function disbursementOf(request: DisburseRequest, path = ""): Disbursement {
  const { debit } = request;
  if (!debit) throw invalidField(`${path}debit`, "is required");
  const { currency, kind, creditType: type, referenceId, ownerIds } = request;
  const { gameId } = debit;
  const sides = { debit: `${path}debit.type`, credit: `${path}credit_type` };
  requireSense({ kind, debit: debit.type, credit: type }, sides);
  const debitAccountId = accountId(debit, currency);
  const creditAccountIds = ownerIds.map((ownerId) =>
    accountId({ gameId, type, ownerId }, currency),
  );
  return {
    debit,
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

/** The accounts a disbursement credits, to be opened. */
export const creditedAccounts = (
  { creditType: type, ownerIds }: DisburseRequest,
  row: DisbursementRow,
): NewAccount[] =>
  ownerIds.map((ownerId, index) => ({
    id: at(row.creditAccountIds, index),
    gameId: row.gameId,
    type,
    ownerId,
    currency: row.currency,
    floorMinor: defaultFloor(type),
  }));

/** An item of a column; a request's own rule sees to it that its columns are equally long. */
export function at<T>(column: readonly T[], index: number): T {
  const value = column[index];
  if (value === undefined) throw new Error("a column is too short");
  return value;
}
