import { attackWith, type Attack, type Found } from "./attack.ts";
import type { Target } from "./target.ts";

export interface Attackers {
  attacks: readonly Attack[];
  target: Target;
  seed: number;
  /** Cases tried, by attack; goes on counting. */
  tried: Record<string, number>;
  report: (finding: Found | string) => void;
}

// Those that mostly wait for an answer that never comes attack side by side. REST requests must
// come one after the other: what each of them changed is looked at.
const LANES: Readonly<Record<string, number>> = { "raw HTTP": 3, RPC: 2 };

/** Makes every attack, and plays, all at once and for so long. */
export async function attackAll(attackers: Attackers, durationMs: number): Promise<void> {
  const endsAt = performance.now() + durationMs;
  const lanes = attackers.attacks.flatMap((attack) =>
    Array.from({ length: LANES[attack.name] ?? 1 }, () => repeat(attack, attackers, endsAt)),
  );
  await Promise.all([...lanes, playOn(attackers, endsAt)]);
}

const CASES_AT_ONCE = 20;
// More would show the same defect again.
const MOST_FINDINGS = 5;

async function repeat(attack: Attack, attackers: Attackers, endsAt: number): Promise<void> {
  const { seed, tried, report } = attackers;
  let findings = 0;
  while (performance.now() < endsAt && findings < MOST_FINDINGS) {
    const round = tried[attack.name] ?? 0;
    tried[attack.name] = round + CASES_AT_ONCE;
    const found = await attackWith(attack, seed + round, CASES_AT_ONCE);
    if (found === null) continue;
    findings += 1;
    report(found);
  }
}

async function playOn({ target, report }: Attackers, endsAt: number): Promise<void> {
  while (performance.now() < endsAt) {
    try {
      await target.play();
    } catch (error) {
      return report(`valid traffic failed: ${String(error)}`);
    }
  }
}
