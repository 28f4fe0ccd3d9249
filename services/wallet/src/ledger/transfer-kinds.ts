import { invalidField } from "@tms/kit/errors/domain-error";
import type { AccountType, TransferKind } from "../db/tables.ts";

const SIDES = ["debit", "credit"] as const;
type Side = (typeof SIDES)[number];

// The database holds the same in allowed_types(), for whoever inserts a transfer.
const ALLOWED: Readonly<Record<TransferKind, Record<Side, readonly AccountType[]>>> = {
  deposit: { debit: ["external"], credit: ["game", "gamer"] },
  withdrawal: { debit: ["game", "gamer", "platform"], credit: ["external"] },
  entry_fee: { debit: ["game", "gamer"], credit: ["prize_pool"] },
  payout: { debit: ["prize_pool"], credit: ["gamer"] },
  platform_fee: { debit: ["prize_pool"], credit: ["platform"] },
  refund: { debit: ["prize_pool"], credit: ["game", "gamer"] },
};

/**
 * Throws INVALID_ARGUMENT when a kind of transfer is not for accounts of these types; `fields` says
 * where in the request the type of either stands.
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
