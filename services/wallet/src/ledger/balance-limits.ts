import type { DomainError } from "@tms/kit/errors/domain-error";
import type { AccountRow } from "../db/accounts.ts";
import type { TransferKind } from "../db/tables.ts";
import type { NewTransfer } from "../db/transfers.ts";
import {
  accountClosed,
  balanceOverflow,
  insufficientFunds,
  outsideAccountFull,
} from "../errors.ts";

/** Largest balance, either way, in minor units: the REST API carries balances as doubles. */
export const BALANCE_LIMIT = 9_007_199_254_740_991n;

/** What limits an account. */
export type AccountState = Pick<AccountRow, "balanceMinor" | "floorMinor" | "closedAt">;

// A closed account still takes what it is owed: a settlement cannot wait for an account that never
// opens again.
const OWED: ReadonlySet<TransferKind> = new Set(["payout", "platform_fee", "refund"]);

/** Why a transfer between two accounts is refused as they stand; null when it can be made. */
export function checkTransfer(
  { kind, amountMinor }: Pick<NewTransfer, "kind" | "amountMinor">,
  debit: AccountState,
  credit: AccountState,
): DomainError | null {
  const debited = debit.balanceMinor - amountMinor;
  const credited = credit.balanceMinor + amountMinor;
  if (credit.closedAt !== null && !OWED.has(kind)) return accountClosed("credited");
  if (debit.closedAt !== null && kind === "entry_fee") return accountClosed("debited");
  if (debit.floorMinor !== null && debited < debit.floorMinor) return insufficientFunds();
  // A deposit leaves, and a withdrawal enters, the game's external account. No smaller amount helps
  // there, nor is it the fault of the account at the other end.
  if (debited < -BALANCE_LIMIT)
    return kind === "deposit" ? outsideAccountFull() : balanceOverflow();
  if (credited > BALANCE_LIMIT)
    return kind === "withdrawal" ? outsideAccountFull() : balanceOverflow();
  return null;
}
