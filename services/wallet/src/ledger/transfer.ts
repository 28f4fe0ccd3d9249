import { createHash } from "node:crypto";
import type { MessageValidType } from "@bufbuild/protobuf";
import { invalidField } from "@tms/kit/errors/domain-error";
import type { Origin } from "@tms/kit/rpc/origin";
import type { DisbursementSchema, TransferSpecSchema } from "@tms/proto/tms/wallet/v1/wallet";
import type { NewAccount } from "../db/accounts.ts";
import type { NewTransfer, TransferRow } from "../db/posting.ts";
import type { AccountType, TransferKind } from "../db/tables.ts";
import { accountTypeOf, newAccount, transferKindOf } from "./accounts.ts";

const SIDES = ["debit", "credit"] as const;
type Side = (typeof SIDES)[number];

// The function allowed_types() of the database has the same table.
export const ALLOWED: Readonly<Record<TransferKind, Record<Side, readonly AccountType[]>>> = {
  deposit: { debit: ["external"], credit: ["game", "gamer"] },
  withdrawal: { debit: ["game", "gamer", "platform"], credit: ["external"] },
  entry_fee: { debit: ["game", "gamer"], credit: ["prize_pool"] },
  payout: { debit: ["prize_pool"], credit: ["gamer"] },
  platform_fee: { debit: ["prize_pool"], credit: ["platform"] },
  refund: { debit: ["prize_pool"], credit: ["game", "gamer"] },
};

/** Throws INVALID_ARGUMENT if a kind does not allow these types. `fields` are their paths in the request. */
export function checkKind(
  kind: TransferKind,
  types: Record<Side, AccountType>,
  fields: Record<Side, string>,
): void {
  for (const side of SIDES) {
    const allowed = ALLOWED[kind][side];
    if (allowed.includes(types[side])) continue;
    const names = allowed.map((type) => `ACCOUNT_TYPE_${type.toUpperCase()}`).join(" or ");
    throw invalidField(fields[side], `must be ${names} in a transfer of this kind`);
  }
}

/** A transfer in a valid request. */
export type TransferSpec = MessageValidType<typeof TransferSpecSchema>;

export interface RequestedTransfer extends NewTransfer {
  /** True if the transfer is made only together with the next transfer of the batch. */
  linked: boolean;
  debit: NewAccount;
  credit: NewAccount;
  /** The details of the event, which are not part of the content. Absent without an event. */
  eventDetails?: { gamerId: string; handle: string; origin: Origin };
}

/** Throws INVALID_ARGUMENT if the kind does not allow these accounts. `field` is the path in the request. */
export function requestedTransfer(
  spec: TransferSpec,
  field: string,
  origin: Origin,
): RequestedTransfer {
  const { currency, minorUnits: amountMinor } = spec.amount;
  const kind = transferKindOf(spec.kind);
  const [debit, credit] = [newAccount(spec.debit, currency), newAccount(spec.credit, currency)];
  const fields = { debit: `${field}.debit.type`, credit: `${field}.credit.type` };
  checkKind(kind, { debit: debit.type, credit: credit.type }, fields);
  const gamer = [debit, credit].find(({ type }) => type === "gamer");
  const hasEvent = kind === "deposit" || kind === "withdrawal";
  return {
    id: spec.id,
    gameId: debit.gameId,
    currency,
    debitAccountId: debit.id,
    creditAccountId: credit.id,
    amountMinor,
    kind,
    referenceId: spec.referenceId ?? null,
    linked: spec.linked,
    debit,
    credit,
    ...(hasEvent &&
      gamer !== undefined &&
      spec.gamerHandle !== undefined && {
        eventDetails: { gamerId: gamer.ownerId, handle: spec.gamerHandle, origin },
      }),
  };
}

/** Throws INVALID_ARGUMENT if the kind does not allow these accounts. `path` is the prefix of the fields. */
export function toTransfers(
  message: MessageValidType<typeof DisbursementSchema>,
  path: string,
): RequestedTransfer[] {
  const { currency, ownerIds, creditType, transferIds, minorUnits, referenceId } = message;
  const { gameId } = message.debit;
  const kind = transferKindOf(message.kind);
  const debit = newAccount(message.debit, currency);
  const types = { debit: debit.type, credit: accountTypeOf(creditType) };
  checkKind(kind, types, { debit: `${path}debit.type`, credit: `${path}credit_type` });
  // The rules of the request make all columns equally long.
  return ownerIds.map((ownerId, index) => {
    const credit = newAccount({ gameId, type: creditType, ownerId }, currency);
    return {
      id: transferIds[index] ?? "",
      gameId,
      currency,
      debitAccountId: debit.id,
      creditAccountId: credit.id,
      amountMinor: minorUnits[index] ?? 0n,
      kind,
      referenceId,
      linked: false,
      debit,
      credit,
    };
  });
}

export const sameContent = (row: TransferRow, transfer: NewTransfer): boolean =>
  row.debitAccountId === transfer.debitAccountId &&
  row.creditAccountId === transfer.creditAccountId &&
  row.amountMinor === transfer.amountMinor &&
  row.currency === transfer.currency &&
  row.kind === transfer.kind &&
  row.referenceId === transfer.referenceId;

/** Returns the digest of a transfer's content, with which a refusal recognizes a repeat. */
export const contentDigest = (transfer: NewTransfer): Buffer =>
  createHash("sha256")
    .update(
      JSON.stringify([
        transfer.debitAccountId,
        transfer.creditAccountId,
        String(transfer.amountMinor),
        transfer.currency,
        transfer.kind,
        transfer.referenceId,
      ]),
    )
    .digest();
