import { expect, test } from "vitest";
import type { StatementLine } from "../../../../api/types.ts";
import { flowOf, isBalanced, withBalance } from "./flow.ts";

const line = (kind: StatementLine["kind"], minor: number): StatementLine => ({
  transaction: `${kind}${minor}`,
  kind,
  amount: minor / 100,
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
  expect(isBalanced(flow)).toBe(true);
});

test("a sum that decimals would get wrong is right to the last unit", () => {
  const lines = Array.from({ length: 1_000 }, () => line("entry_fee", 10));
  expect(flowOf(lines).left).toBe(10_000n);
  expect(withBalance(lines)[2]?.balanceAfter).toBe(30n);
});
