import {
  accountType,
  transferKind,
  type AccountType,
  type TransferKind,
} from "../src/db/tables.ts";

/** A kind of transfer between two types of account. */
export interface Movement {
  kind: TransferKind;
  debit: AccountType;
  credit: AccountType;
}

/** All kinds of transfer between any two types of account. */
export const MOVEMENTS: readonly Movement[] = transferKind.enumValues.flatMap((kind) =>
  accountType.enumValues.flatMap((debit) =>
    accountType.enumValues.map((credit) => ({ kind, debit, credit })),
  ),
);

const ALLOWED: ReadonlySet<string> = new Set([
  "deposit external > game",
  "deposit external > gamer",
  "withdrawal game > external",
  "withdrawal gamer > external",
  "withdrawal platform > external",
  "entry_fee game > prize_pool",
  "entry_fee gamer > prize_pool",
  "payout prize_pool > gamer",
  "platform_fee prize_pool > platform",
  "refund prize_pool > game",
  "refund prize_pool > gamer",
]);

/** Returns a movement in words. */
export const describeMovement = ({ kind, debit, credit }: Movement): string =>
  `${kind} ${debit} > ${credit}`;

/** Returns true if docs/money.md lists a movement. */
export const isAllowed = (movement: Movement): boolean => ALLOWED.has(describeMovement(movement));
