import { expect, test } from "vitest";
import type { StatementLine } from "../../../../api/types.ts";
import { flowOf, isBalanced, majorOf, withBalance } from "./flow.ts";

const line = (kind: StatementLine["kind"], minor: number, exponent = 2): StatementLine => ({
  transaction: `${kind}${minor}`,
  kind,
  amount: minor / 10 ** exponent,
  createdAt: "2030-05-01T18:00:00.000Z",
  seal: 1,
  text: `1 id ${minor} account 3 reference 1`,
});

test("fees are payouts, platform fee, refunds and what is left", () => {
  const flow = flowOf([
    line("entry_fee", 1_001),
    line("entry_fee", 999),
    line("platform_fee", -200),
    line("payout", -1_500),
  ]);
  expect(flow).toMatchObject({ fees: 2_000n, payouts: 1_500n, platformFee: 200n, left: 300n });
  expect(flow.exponent).toBe(2);
  expect(isBalanced(flow)).toBe(true);
});

test("a sum that decimals would get wrong is right to the last unit", () => {
  const lines = Array.from({ length: 1_000 }, () => line("entry_fee", 10));
  expect(majorOf(flowOf(lines).left, 2)).toBe(100);
  expect(withBalance(lines)[2]?.balanceAfter).toBe(0.3);
});

test("a currency without decimals, or with three, is recognised", () => {
  expect(flowOf([line("entry_fee", 7, 0)]).exponent).toBe(0);
  expect(flowOf([line("entry_fee", 1_234, 3)]).exponent).toBe(3);
});
