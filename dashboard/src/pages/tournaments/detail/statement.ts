import type { Seal, StatementLine } from "../../../api/schema.d.ts";

/** The money that moved through a prize pool, in positive minor units. */
export interface Flow {
  fees: bigint;
  payouts: bigint;
  platformFee: bigint;
  refunds: bigint;
  /** All incoming money minus all outgoing money. */
  left: bigint;
}

export interface RunningLine extends StatementLine {
  balanceAfter: bigint;
  minor: bigint;
}

/** Adds up a statement in minor units, which only the sealed text of each line contains. */
export function toFlow(lines: readonly StatementLine[]): Flow {
  const flow = { fees: 0n, payouts: 0n, platformFee: 0n, refunds: 0n, left: 0n };
  for (const line of lines) {
    const minor = parseMinor(line);
    flow.left += minor;
    if (line.kind === "payout") flow.payouts -= minor;
    else if (line.kind === "platform_fee") flow.platformFee -= minor;
    else if (line.kind === "refund") flow.refunds -= minor;
    else flow.fees += minor;
  }
  return flow;
}

export const isBalanced = ({ fees, payouts, platformFee, refunds, left }: Flow): boolean =>
  fees === payouts + platformFee + refunds + left;

export function withBalance(lines: readonly StatementLine[]): RunningLine[] {
  let balance = 0n;
  return lines.map((line) => {
    const minor = parseMinor(line);
    balance += minor;
    return { ...line, minor, balanceAfter: balance };
  });
}

// The third word of the sealed text is the amount in minor units. See docs/guide/seals.md.
const parseMinor = ({ text }: StatementLine): bigint => BigInt(text.split(" ")[2] ?? "");

interface StatementPage {
  account: string;
  lines: readonly StatementLine[];
  seals: readonly Seal[];
}

type Verdict =
  | { state: "whole"; seals: number; digest: string }
  | { state: "broken"; seal: number }
  /** Browsers compute digests only on secure connections. */
  | { state: "unknown" };

/** Verifies the chain of seals of a whole statement as docs/guide/seals.md describes. */
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

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
