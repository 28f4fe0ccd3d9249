import type { TestProject } from "vitest/node";
import { TRUSTING } from "../harness/people.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";

declare module "vitest" {
  export interface ProvidedContext {
    baseUrl: string;
    urls: TestSystem["urls"];
    tokens: TestSystem["tokens"];
    callersFile: string;
    adminUrl: string;
    redisUrl: string | null;
  }
}

/** One system for all suites of this folder; each test has a game of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const system = await startTestSystem({
    // All game backends of all suites have one address.
    env: { ADDRESS_CONNECTIONS: "2500", ...TRUSTING },
  });
  project.provide("baseUrl", system.gatewayUrl);
  project.provide("urls", system.urls);
  project.provide("tokens", system.tokens);
  project.provide("callersFile", system.callersFile);
  project.provide("adminUrl", system.adminUrl);
  project.provide("redisUrl", system.redisUrl);
  return () => system.stop();
}
