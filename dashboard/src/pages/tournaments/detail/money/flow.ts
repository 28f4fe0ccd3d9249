import type { StatementLine } from "../../../../api/types.ts";

/** What moved through a prize pool, in minor units, each amount positive. */
export interface Flow {
  fees: bigint;
  payouts: bigint;
  platformFee: bigint;
  refunds: bigint;
  /** What is left: everything that came in, less everything that went out. */
  left: bigint;
  /** By how many powers of ten a minor unit is smaller than a major one. */
  exponent: number;
}

/** A movement with what the pool held after it. */
export interface RunningLine extends StatementLine {
  balanceAfter: number;
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
  return { ...flow, exponent: exponentOf(lines) };
}

/** Whether what came in is what went out and what is left, and nothing else moved. */
export const isBalanced = ({ fees, payouts, platformFee, refunds, left }: Flow): boolean =>
  fees === payouts + platformFee + refunds + left;

/** Minor units as the amount that people read. */
export const majorOf = (minor: bigint, exponent: number): number => Number(minor) / 10 ** exponent;

/** Each movement with the balance after it, oldest first. */
export function withBalance(lines: readonly StatementLine[]): RunningLine[] {
  const exponent = exponentOf(lines);
  let balance = 0n;
  return lines.map((line) => {
    balance += minorOf(line);
    return { ...line, balanceAfter: majorOf(balance, exponent) };
  });
}

// The sealed text has the amount in minor units as its third word: docs/guide/seals.md.
const minorOf = ({ text }: StatementLine): bigint => BigInt(text.split(" ")[2] ?? "");

const MOST_EXPONENT = 12;

/** The exponent of a currency, by an amount that is known in minor and in major units. */
function exponentOf(lines: readonly StatementLine[]): number {
  const line = lines.find(({ amount }) => amount !== 0);
  if (line === undefined) return 0;
  const minor = Number(minorOf(line));
  for (let exponent = 0; exponent < MOST_EXPONENT; exponent++)
    if (minor / 10 ** exponent === line.amount) return exponent;
  throw new Error(`${line.text} is not about ${line.amount}`);
}
