import { create } from "@bufbuild/protobuf";
import { toRefusal } from "@tms/kit/errors/refusal";
import { toMessage } from "@tms/kit/values/message";
import {
  AccountSchema,
  RefusedTransferSchema,
  TransferSchema,
  type Account,
  type RefusedTransfer,
  type Transfer,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { AccountRow } from "./db/accounts.ts";
import type { NamedTransferRow, TransferRow } from "./db/transfers.ts";
import type * as ledger from "./ledger/decide.ts";
import type { RequestedTransfer, TransferSpec } from "./ledger/transfer.ts";
import { ACCOUNT_TYPES, TRANSFER_KINDS } from "./ledger/accounts.ts";

/** Converts an account. `balanceMinor` replaces the current balance, for example by a past balance. */
export const accountMessage = (row: AccountRow, balanceMinor = row.balanceMinor): Account =>
  toMessage(AccountSchema, {
    id: row.id,
    ref: { gameId: row.gameId, type: ACCOUNT_TYPES.value(row.type), ownerId: row.ownerId },
    balance: { currency: row.currency, minorUnits: balanceMinor },
    createTime: row.createdAt,
    floorMinorUnits: row.floorMinor,
    closeTime: row.closedAt,
  });

/**
 * Converts a transfer. In a statement, `balanceAfterMinor` is the balance of the account after the transfer.
 */
export function transferMessage(row: NamedTransferRow, balanceAfterMinor?: bigint): Transfer {
  const { gameId, debitType, debitOwnerId, creditType, creditOwnerId } = row;
  return toMessage(TransferSchema, {
    spec: {
      id: row.id,
      debit: { gameId, type: ACCOUNT_TYPES.value(debitType), ownerId: debitOwnerId },
      credit: { gameId, type: ACCOUNT_TYPES.value(creditType), ownerId: creditOwnerId },
      amount: { currency: row.currency, minorUnits: row.amountMinor },
      kind: TRANSFER_KINDS.value(row.kind),
      ...(row.referenceId !== null && { referenceId: row.referenceId }),
    },
    sequence: row.sequence,
    createTime: row.createdAt,
    balanceAfterMinorUnits: balanceAfterMinor,
  });
}

/**
 * Converts a transfer for an event. `balanceAfterMinor` is the balance of the event's account after the
 * transfer.
 */
export function requestedMessage(
  { debit, credit, gameId }: Pick<RequestedTransfer, "debit" | "credit" | "gameId">,
  row: TransferRow,
  balanceAfterMinor: bigint,
): Transfer {
  const [debitType, creditType] = [debit.type, credit.type];
  const [debitOwnerId, creditOwnerId] = [debit.ownerId, credit.ownerId];
  return transferMessage(
    { ...row, gameId, debitType, debitOwnerId, creditType, creditOwnerId },
    balanceAfterMinor,
  );
}

export const madeMessage = (spec: TransferSpec, { sequence, createdAt }: TransferRow): Transfer =>
  toMessage(TransferSchema, {
    spec,
    sequence,
    createTime: createdAt,
    balanceAfterMinorUnits: null,
  });

export const refusedMessages = (refused: readonly ledger.RefusedTransfer[]): RefusedTransfer[] =>
  refused.map(({ transfer, refusal }) =>
    create(RefusedTransferSchema, { transferId: transfer.id, refusal: toRefusal(refusal) }),
  );
