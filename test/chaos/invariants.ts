import { checkInvariants } from "@tms/cli/invariants";
import type { World } from "./world.ts";

/** Longer than any lease or pause that a fault can leave behind: what is pending then is lost. */
const PENDING_WITHIN_MS = 100_000;

/** Every promise of the data that is broken now, a sentence each. */
export async function brokenInvariants(world: World): Promise<string[]> {
  const results = await world.admin((client) =>
    checkInvariants(client, { pendingWithinMs: PENDING_WITHIN_MS }),
  );
  return results
    .filter(({ findings }) => findings.length > 0)
    .map(({ promise, findings }) => `${promise}: ${text(findings)}`);
}

const text = (findings: unknown) =>
  JSON.stringify(findings, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
