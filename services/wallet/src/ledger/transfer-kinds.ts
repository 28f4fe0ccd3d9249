import { invalidField } from "@tms/kit/errors/domain-error";
import { AccountType, AccountTypeSchema, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";

const { EXTERNAL, GAME, GAMER, PRIZE_POOL, PLATFORM } = AccountType;
const SIDES = ["debit", "credit"] as const;
type Side = (typeof SIDES)[number];

// The database holds the same in parties(), so that it turns nothing down that passes here.
const PARTIES: Readonly<Record<TransferKind, Record<Side, readonly AccountType[]>>> = {
  [TransferKind.UNSPECIFIED]: { debit: [], credit: [] },
  [TransferKind.DEPOSIT]: { debit: [EXTERNAL], credit: [GAME, GAMER] },
  [TransferKind.WITHDRAWAL]: { debit: [GAME, GAMER, PLATFORM], credit: [EXTERNAL] },
  [TransferKind.ENTRY_FEE]: { debit: [GAME, GAMER], credit: [PRIZE_POOL] },
  [TransferKind.PAYOUT]: { debit: [PRIZE_POOL], credit: [GAMER] },
  [TransferKind.PLATFORM_FEE]: { debit: [PRIZE_POOL], credit: [PLATFORM] },
  [TransferKind.REFUND]: { debit: [PRIZE_POOL], credit: [GAME, GAMER] },
};

/** What money is to move for, and between which types of account. */
export type Movement = Record<Side, AccountType> & { kind: TransferKind };

/**
 * Throws INVALID_ARGUMENT when a kind of transfer is not for accounts of these types; `fields` says
 * where in the request the type of either stands.
 */
export function requireSense(movement: Movement, fields: Record<Side, string>): void {
  for (const side of SIDES) {
    const allowed = PARTIES[movement.kind]?.[side] ?? [];
    if (allowed.includes(movement[side])) continue;
    const names = allowed.map((type) => AccountTypeSchema.value[type]?.name).join(" or ");
    throw invalidField(fields[side], `must be ${names} in a transfer of this kind`);
  }
}
