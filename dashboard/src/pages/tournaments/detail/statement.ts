import type { Seal, StatementLine } from "../../../api/types.ts";

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

interface StatementPage {
  account: string;
  lines: readonly StatementLine[];
  seals: readonly Seal[];
}

/** What came of looking at the seals of a statement. */
type Verdict =
  | { state: "whole"; seals: number; digest: string }
  | { state: "broken"; seal: number }
  /** This browser computes digests only where the connection is secure. */
  | { state: "unknown" };

/** Computes the chain of seals over a whole statement anew: docs/guide/seals.md says how. */
export async function verify(pages: readonly StatementPage[]): Promise<Verdict> {
  if (globalThis.crypto.subtle === undefined) return { state: "unknown" };
  const seals = new Map<number, { seal: Seal; text: string }>();
  for (const { lines, seals: found } of pages) {
    // A page may begin or end within a seal.
    for (const seal of found)
      if (!seals.has(seal.number)) seals.set(seal.number, { seal, text: "" });
    for (const line of lines) {
      const sealed = seals.get(line.seal);
      if (sealed === undefined) return { state: "broken", seal: line.seal };
      sealed.text += `${line.text}\n`;
    }
  }
  let before = pages[0]?.account ?? "";
  let number = 0;
  for (const { seal, text } of seals.values()) {
    number++;
    before = await sha256(`${before}\n${text}`);
    if (before !== seal.digest || seal.number !== number)
      return { state: "broken", seal: seal.number };
  }
  return { state: "whole", seals: number, digest: before };
}

/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
