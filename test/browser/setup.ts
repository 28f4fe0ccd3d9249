import type { TestProject } from "vitest/node";
import { TRUSTING } from "../harness/people.ts";
import { startTestSystem } from "../harness/system.ts";

/** One system for all suites of this folder; each has people and games of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const system = await startTestSystem({
    // All browsers have one address, but for those that name another.
    env: { ADDRESS_RATE_LIMIT_PER_MINUTE: "100000", ...TRUSTING },
  });
  project.provide("baseUrl", system.gatewayUrl);
  project.provide("urls", system.urls);
  project.provide("tokens", system.tokens);
  project.provide("adminUrl", system.adminUrl);
  return () => system.stop();
}
