import type { TestSystem } from "../harness/system.ts";
import { PROCESSES } from "@tms/stack/system/system";
import { audit } from "../harness/audit.ts";
import { attemptOf, succeeds } from "./attempt.ts";
import { MATRIX } from "./matrix.ts";
import { becomesReady } from "./probes.ts";
import { makeFixture } from "./fixture.ts";

/** Every process is ready, every operation works on a fixture of its own, and the audit is clean. */
export async function everythingWorks(system: TestSystem): Promise<void> {
  await Promise.all(PROCESSES.map((name) => becomesReady(system, name)));
  const fixture = await makeFixture(system);
  await Promise.all(MATRIX.map((row) => succeeds(attemptOf(row, fixture, "eve"))));
  await audit(system.adminUrl);
}
