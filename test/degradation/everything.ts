import type { TestSystem } from "../harness/system.ts";
import { PROCESSES } from "@tms/stack/system/system";
import { audit } from "../harness/audit.ts";
import { attemptOf, succeeds } from "./attempt.ts";
import { MATRIX } from "./matrix.ts";
import { becomesReady } from "./probes.ts";
import { setStage } from "./fixture.ts";

/** Every process is ready, every operation works on a stage of its own, and the books balance. */
export async function everythingWorks(system: TestSystem): Promise<void> {
  await Promise.all(PROCESSES.map((name) => becomesReady(system, name)));
  const stage = await setStage(system);
  await Promise.all(MATRIX.map((row) => succeeds(attemptOf(row, stage, "eve"))));
  await audit(system.adminUrl);
}
