import { toRefusal } from "@tms/kit/errors/status";
import { toMessage } from "@tms/kit/values/message";
import {
  AccountSchema,
  TransferSchema,
  type Account,
  type Transfer,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { AccountRow } from "./db/accounts.ts";
import type { TransferRow } from "./db/posting.ts";
import { ACCOUNT_TYPES, TRANSFER_KINDS } from "./db/tables.ts";
import type { NamedTransferRow } from "./db/transfers.ts";
import type { RefusedTransfer } from "./ledger/decide.ts";
import type { TransferSpec } from "./ledger/transfer.ts";

const toRef = ({ gameId, type, ownerId }: Pick<AccountRow, "gameId" | "type" | "ownerId">) => ({
  gameId,
  type: ACCOUNT_TYPES.value(type),
  ownerId,
});

/** Converts an account. `balanceMinor` replaces the current balance, for example by a past balance. */
export const accountMessage = (row: AccountRow, balanceMinor = row.balanceMinor): Account =>
  toMessage(AccountSchema, {
    id: row.id,
    ref: toRef(row),
    balance: { currency: row.currency, minorUnits: balanceMinor },
    createTime: row.createdAt,
    floorMinorUnits: row.floorMinor,
    closeTime: row.closedAt,
  });

/** Converts a transfer. `balanceAfterMinor` is the balance of an account after the transfer. */
export const transferMessage = (row: NamedTransferRow, balanceAfterMinor?: bigint): Transfer =>
  toMessage(TransferSchema, {
    spec: {
      id: row.id,
      debit: toRef({ ...row.debit, gameId: row.gameId }),
      credit: toRef({ ...row.credit, gameId: row.gameId }),
      amount: { currency: row.currency, minorUnits: row.amountMinor },
      kind: TRANSFER_KINDS.value(row.kind),
      ...(row.referenceId !== null && { referenceId: row.referenceId }),
    },
    sequence: row.sequence,
    createTime: row.createdAt,
    balanceAfterMinorUnits: balanceAfterMinor,
  });

/** Converts a transfer that the request made or repeated. */
export const madeMessage = (spec: TransferSpec, { sequence, createdAt: createTime }: TransferRow) =>
  toMessage(TransferSchema, { spec, sequence, createTime, balanceAfterMinorUnits: null });

export const refusedMessages = (refused: readonly RefusedTransfer[]) =>
  refused.map(({ transfer, refusal }) => ({
    transferId: transfer.id,
    refusal: toRefusal(refusal),
  }));
