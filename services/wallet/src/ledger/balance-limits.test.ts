import { describe, expect, test } from "vitest";
import type { TransferKind } from "../db/tables.ts";
import { BALANCE_LIMIT, checkTransfer, type AccountState } from "./balance-limits.ts";

const account = (more: Partial<AccountState> = {}): AccountState => ({
  balanceMinor: 10n,
  floorMinor: 0n,
  closedAt: null,
  ...more,
});
const CLOSED = account({ closedAt: new Date(0) });

const check = (kind: TransferKind, amountMinor: bigint, from: AccountState, to: AccountState) =>
  checkTransfer({ kind, amountMinor }, from, to)?.reason ?? "accepted";

describe("a transfer", () => {
  test.for([
    ["deposit", "accepted", "ACCOUNT_CLOSED"],
    ["withdrawal", "accepted", "ACCOUNT_CLOSED"],
    ["entry_fee", "ACCOUNT_CLOSED", "ACCOUNT_CLOSED"],
    ["payout", "accepted", "accepted"],
    ["platform_fee", "accepted", "accepted"],
    ["refund", "accepted", "accepted"],
  ] as const)("as a %s out of a closed account is %s, into one %s", ([kind, outOf, into]) => {
    expect(check(kind, 1n, CLOSED, account())).toBe(outOf);
    expect(check(kind, 1n, account(), CLOSED)).toBe(into);
  });

  test("is told which of its accounts is closed", () => {
    const fee = { kind: "entry_fee", amountMinor: 1n } as const;
    expect(checkTransfer(fee, CLOSED, account())?.message).toContain("debited");
    expect(checkTransfer(fee, account(), CLOSED)?.message).toContain("credited");
  });

  test.for([
    ["deposit", "OUTSIDE_ACCOUNT_FULL", "BALANCE_OVERFLOW"],
    ["withdrawal", "BALANCE_OVERFLOW", "OUTSIDE_ACCOUNT_FULL"],
    ["entry_fee", "BALANCE_OVERFLOW", "BALANCE_OVERFLOW"],
  ] as const)("as a %s past the lowest balance is %s, past the highest %s", (row) => {
    const [kind, lowest, highest] = row;
    const low = account({ balanceMinor: 1n - BALANCE_LIMIT, floorMinor: null });
    const high = account({ balanceMinor: BALANCE_LIMIT - 1n });
    expect(check(kind, 1n, low, high)).toBe("accepted");
    expect(check(kind, 2n, low, account())).toBe(lowest);
    expect(check(kind, 2n, account(), high)).toBe(highest);
  });
});
