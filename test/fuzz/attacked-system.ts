import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { createWatch, type Watch } from "./watch.ts";

const UNLIMITED = "10000000";

/** A system to attack, with every line it writes read, and no limit on how fast. */
export async function startAttackedSystem(): Promise<{ system: TestSystem; watch: Watch }> {
  const watch = createWatch();
  const system = await startTestSystem({
    onLine: watch.onLine,
    env: {
      ...watch.env,
      RATE_LIMIT_PER_MINUTE: UNLIMITED,
      ADDRESS_RATE_LIMIT_PER_MINUTE: UNLIMITED,
    },
  });
  return { system, watch };
}
