import { checkInvariants, type Bounds } from "@tms/cli/invariants";
import { until } from "@tms/stack/until";
import type { ChaosSystem } from "./system.ts";

/** Longer than any lease or pause that a fault can leave behind: what is pending then is lost. */
const UNDER_WAY: Bounds = { pendingWithinMs: 100_000 };
/** Nothing is left to do. */
const AT_REST: Bounds = { pendingWithinMs: 0, settleWithinMs: 0 };

/** Every promise of the data that is broken while a seed is under way, a sentence each. */
export const brokenInvariants = (system: ChaosSystem): Promise<string[]> =>
  broken(system, UNDER_WAY);

/** Waits until every tournament is settled and nothing is pending; returns the promises still broken then. */
export async function brokenAtRest(system: ChaosSystem, patienceMs: number): Promise<string[]> {
  // For what is wrong, rather than late, there is no use in waiting.
  const wrong = await broken(system, {});
  if (wrong.length > 0) return wrong;
  const deadline = performance.now() + patienceMs;
  return await until(
    async () => {
      const found = await broken(system, AT_REST);
      return found.length === 0 || performance.now() > deadline ? found : null;
    },
    { timeoutMs: 2 * patienceMs + 60_000, everyMs: 100, what: "an answer about the invariants" },
  );
}

async function broken(system: ChaosSystem, bounds: Bounds): Promise<string[]> {
  const results = await system.admin((client) => checkInvariants(client, bounds));
  return results
    .filter(({ findings }) => findings.length > 0)
    .map(({ promise, findings }) => `${promise}: ${text(findings)}`);
}

const text = (findings: unknown) =>
  JSON.stringify(findings, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
