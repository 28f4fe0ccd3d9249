import type { Seal, StatementLine } from "../../../../api/types.ts";

interface StatementPage {
  account: string;
  lines: readonly StatementLine[];
  seals: readonly Seal[];
}

/** What came of looking at the seals of a statement. */
export type Verdict =
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
