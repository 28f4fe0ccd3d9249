import { setTimeout as delay } from "node:timers/promises";
import { FAULTS } from "./faults/all.ts";
import type { FaultKind, PlannedFault } from "./plan.ts";
import type { Random } from "./random.ts";
import type { ChaosSystem } from "./system.ts";

/** Long enough to be noticed by every timeout and retry, short enough for several in one seed. */
const SHORTEST_MS = 100;
const LONGEST_MS = 1_500;
/** Longer than a settlement's lease of 15 s: another worker takes it up meanwhile. */
const PAST_LEASE_MS = 17_000;

/** Of the span, at its beginning: what is harmed must have come to be. */
const QUIET_PART = 0.2;

/** Draws when who is harmed how. */
export function drawFaults(random: Random, spanMs: number, count: number): PlannedFault[] {
  const bag = Object.entries(FAULTS).flatMap(([kind, { weight }]) =>
    Array.from({ length: weight }, () => kind as FaultKind),
  );
  const faults = Array.from({ length: count }, (): PlannedFault => {
    const kind = random.pick(bag);
    const { target, amountMs = 0 } = FAULTS[kind].draw(random);
    const isLong = kind === "freeze" && target === "settlement" && spanMs > 2 * PAST_LEASE_MS;
    const forMs = isLong ? PAST_LEASE_MS : random.int(SHORTEST_MS, LONGEST_MS);
    const atMs = random.int(Math.floor(spanMs * QUIET_PART), spanMs);
    return { kind, atMs, forMs, target, amountMs };
  });
  return faults.toSorted((a, b) => a.atMs - b.atMs);
}

/**
 * Commits the faults at their times and heals each. Several go on at once, but only one at a time
 * against the same target. Calls back after each, and returns when all are healed.
 */
export async function runFaults(
  system: ChaosSystem,
  faults: readonly PlannedFault[],
  afterEach: (fault: PlannedFault) => Promise<void>,
): Promise<void> {
  const beganAt = performance.now();
  const busy = new Map<string, Promise<void>>();
  const commit = async (fault: PlannedFault, turn: Promise<void> | undefined) => {
    await delay(Math.max(0, beganAt + fault.atMs - performance.now()));
    await turn;
    const heal = await FAULTS[fault.kind].begin(system, fault);
    await delay(fault.forMs);
    await heal();
  };
  await Promise.all(
    faults.map(async (fault) => {
      const done = commit(fault, busy.get(fault.target));
      busy.set(fault.target, done);
      await done;
      await afterEach(fault);
    }),
  );
}
