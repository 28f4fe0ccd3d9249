import { hash } from "node:crypto";
import type { MessageValidType } from "@bufbuild/protobuf";
import { invalidField, required } from "@tms/kit/errors/domain-error";
import type { Origin } from "@tms/kit/rpc/origin";
import { derivedId } from "@tms/kit/values/ids";
import type * as proto from "@tms/proto/tms/wallet/v1/wallet";
import type { NewAccount } from "../db/accounts.ts";
import type { NewTransfer } from "../db/posting.ts";
import {
  ACCOUNT_TYPES,
  TRANSFER_KINDS,
  type AccountType,
  type TransferKind,
} from "../db/tables.ts";

const INVALID = "a validated request has an invalid enum value";
export const accountTypeOf = (type: proto.AccountType) =>
  required(ACCOUNT_TYPES.word(type), INVALID);
export const transferKindOf = (kind: proto.TransferKind) =>
  required(TRANSFER_KINDS.word(kind), INVALID);

export type Ref = Pick<proto.AccountRef, "gameId" | "type" | "ownerId">;

/** Derives the id of an account, so that concurrent calls that open it insert the same primary key. */
export const accountId = ({ gameId, type, ownerId }: Ref, currency: string): string =>
  derivedId("account", gameId, String(type), ownerId, currency);

/** The account types that need no floor. The constraint account_floor_of_type has the same list. */
const WITHOUT_FLOOR: readonly AccountType[] = ["external", "game"];

export function newAccount(ref: Ref, currency: string): NewAccount {
  const { gameId, ownerId } = ref;
  const type = accountTypeOf(ref.type);
  const floorMinor = WITHOUT_FLOOR.includes(type) ? null : 0n;
  return { id: accountId(ref, currency), gameId, type, ownerId, currency, floorMinor };
}

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
export type TransferSpec = MessageValidType<typeof proto.TransferSpecSchema>;

export interface RequestedTransfer extends NewTransfer {
  /** True if the transfer is made only together with the next transfer of the batch. */
  linked: boolean;
  debit: NewAccount;
  credit: NewAccount;
  /** The details of the transfer's event, if any. They are not part of the content. */
  eventDetails?: { gamerId: string; handle: string; origin: Origin };
}

type Content = Pick<NewTransfer, "id" | "amountMinor" | "kind" | "referenceId"> &
  Partial<Pick<RequestedTransfer, "linked" | "eventDetails">>;

/** Creates a transfer between two accounts of one game and currency. */
export const newTransfer = (
  debit: NewAccount,
  credit: NewAccount,
  content: Content,
): RequestedTransfer => ({
  linked: false,
  ...content,
  gameId: debit.gameId,
  currency: debit.currency,
  debitAccountId: debit.id,
  creditAccountId: credit.id,
  debit,
  credit,
});

/** Throws INVALID_ARGUMENT if the kind does not allow these accounts. `field` is the path of `spec`. */
export function requestedTransfer(spec: TransferSpec, field: string, origin: Origin) {
  const { currency, minorUnits: amountMinor } = spec.amount;
  const kind = transferKindOf(spec.kind);
  const [debit, credit] = [newAccount(spec.debit, currency), newAccount(spec.credit, currency)];
  const fields = { debit: `${field}.debit.type`, credit: `${field}.credit.type` };
  checkKind(kind, { debit: debit.type, credit: credit.type }, fields);
  const gamer = [debit, credit].find(({ type }) => type === "gamer");
  const hasEvent = kind === "deposit" || kind === "withdrawal";
  return newTransfer(debit, credit, {
    id: spec.id,
    amountMinor,
    kind,
    referenceId: spec.referenceId ?? null,
    linked: spec.linked,
    ...(hasEvent &&
      gamer !== undefined &&
      spec.gamerHandle !== undefined && {
        eventDetails: { gamerId: gamer.ownerId, handle: spec.gamerHandle, origin },
      }),
  });
}

/** Returns the content of a transfer, which is the same in a repeat. */
const contentOf = (transfer: NewTransfer): string =>
  JSON.stringify([
    transfer.debitAccountId,
    transfer.creditAccountId,
    String(transfer.amountMinor),
    transfer.currency,
    transfer.kind,
    transfer.referenceId,
  ]);

export const hasSameContent = (one: NewTransfer, other: NewTransfer): boolean =>
  one === other || contentOf(one) === contentOf(other);

/** Returns the digest of a transfer's content. Refusals store the digest to recognize repeats. */
export const contentDigest = (transfer: NewTransfer): Buffer =>
  hash("sha256", contentOf(transfer), "buffer");
