import { invalidField } from "@tms/kit/errors/domain-error";
import type { AccountType, TransferKind } from "../db/tables.ts";
import { createHash } from "node:crypto";
import type { MessageValidType } from "@bufbuild/protobuf";
import type { Origin } from "@tms/kit/rpc/origin";
import type { TransferSpecSchema } from "@tms/proto/tms/wallet/v1/wallet";
import type { NewTransfer, TransferRow } from "../db/transfers.ts";
import { accountId, accountTypeOf, transferKindOf } from "./accounts.ts";

const SIDES = ["debit", "credit"] as const;
type Side = (typeof SIDES)[number];

// The function allowed_types() of the database has the same table.
const ALLOWED: Readonly<Record<TransferKind, Record<Side, readonly AccountType[]>>> = {
  deposit: { debit: ["external"], credit: ["game", "gamer"] },
  withdrawal: { debit: ["game", "gamer", "platform"], credit: ["external"] },
  entry_fee: { debit: ["game", "gamer"], credit: ["prize_pool"] },
  payout: { debit: ["prize_pool"], credit: ["gamer"] },
  platform_fee: { debit: ["prize_pool"], credit: ["platform"] },
  refund: { debit: ["prize_pool"], credit: ["game", "gamer"] },
};

/**
 * Throws INVALID_ARGUMENT if a kind of transfer does not allow accounts of these types. `fields` contains the
 * paths of the two types in the request.
 */
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
  debit: Owner;
  credit: Owner;
  /**
   * The details of the transfer's event; absent if the transfer has no event. The details are not part of the
   * content.
   */
  eventDetails?: TransferEventDetails;
}

export interface TransferEventDetails {
  gamerId: string;
  handle: string;
  origin: Origin;
}

export interface Owner {
  type: AccountType;
  ownerId: string;
}

/**
 * Converts the spec of a transfer and resolves its accounts. `field` is the path of the transfer in the
 * request. Throws INVALID_ARGUMENT if the kind does not allow these accounts.
 */
export function requestedTransfer(
  spec: TransferSpec,
  field: string,
  origin: Origin,
): RequestedTransfer {
  const { debit, credit, amount } = spec;
  const kind = transferKindOf(spec.kind);
  const debitType = accountTypeOf(debit.type);
  const creditType = accountTypeOf(credit.type);
  const fields = { debit: `${field}.debit.type`, credit: `${field}.credit.type` };
  checkKind(kind, { debit: debitType, credit: creditType }, fields);
  const gamer = [debit, credit].find(({ type }) => accountTypeOf(type) === "gamer");
  const hasEvent = kind === "deposit" || kind === "withdrawal";
  return {
    id: spec.id,
    gameId: debit.gameId,
    currency: amount.currency,
    debitAccountId: accountId(debit, amount.currency),
    creditAccountId: accountId(credit, amount.currency),
    amountMinor: amount.minorUnits,
    kind,
    referenceId: spec.referenceId ?? null,
    linked: spec.linked,
    debit: { type: debitType, ownerId: debit.ownerId },
    credit: { type: creditType, ownerId: credit.ownerId },
    ...(hasEvent &&
      gamer !== undefined &&
      spec.gamerHandle !== undefined && {
        eventDetails: { gamerId: gamer.ownerId, handle: spec.gamerHandle, origin },
      }),
  };
}

/** Reports whether a stored transfer has the requested content. */
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
