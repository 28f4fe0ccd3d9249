import type { StatementLine } from "../../../../api/types.ts";

/** What moved through a prize pool, in minor units, each amount positive. */
export interface Flow {
  fees: bigint;
  payouts: bigint;
  platformFee: bigint;
  refunds: bigint;
  /** What is left: everything that came in, less everything that went out. */
  left: bigint;
}

/** A movement with what the pool held after it. */
export interface RunningLine extends StatementLine {
  /** In minor units, as `minor`. */
  balanceAfter: bigint;
  minor: bigint;
}

/** Adds up a statement. It is done with whole numbers, which the sealed text of each line has. */
export function flowOf(lines: readonly StatementLine[]): Flow {
  const flow = { fees: 0n, payouts: 0n, platformFee: 0n, refunds: 0n, left: 0n };
  for (const line of lines) {
    const minor = minorOf(line);
    flow.left += minor;
    if (line.kind === "payout") flow.payouts -= minor;
    else if (line.kind === "platform_fee") flow.platformFee -= minor;
    else if (line.kind === "refund") flow.refunds -= minor;
    else flow.fees += minor;
  }
  return flow;
}

/** Whether what came in is what went out and what is left, and nothing else moved. */
export const isBalanced = ({ fees, payouts, platformFee, refunds, left }: Flow): boolean =>
  fees === payouts + platformFee + refunds + left;

/** Each movement with the balance after it, oldest first. */
export function withBalance(lines: readonly StatementLine[]): RunningLine[] {
  let balance = 0n;
  return lines.map((line) => {
    const minor = minorOf(line);
    balance += minor;
    return { ...line, minor, balanceAfter: balance };
  });
}

// The sealed text has the amount in minor units as its third word: docs/guide/seals.md.
const minorOf = ({ text }: StatementLine): bigint => BigInt(text.split(" ")[2] ?? "");
