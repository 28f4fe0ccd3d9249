import type { Transaction } from "../../api/types.ts";

/** What a transfer was made for, in words. */
export const TRANSFER_KINDS: Readonly<Record<Transaction["kind"], string>> = {
  deposit: "Deposit",
  withdrawal: "Withdrawal",
  entry_fee: "Entry fee",
  payout: "Payout",
  platform_fee: "Platform fee",
  refund: "Refund",
};
