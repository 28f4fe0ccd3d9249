import type { TestProject } from "vitest/node";
import { startTestSystem } from "../stack/for-tests.ts";

declare module "vitest" {
  export interface ProvidedContext {
    baseUrl: string;
    urls: Record<string, string>;
    adminUrl: string;
    redisUrl: string | null;
  }
}

/** One system for all suites of this folder; each test has a game of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const system = await startTestSystem({ redisDatabase: 1 });
  project.provide("baseUrl", system.gatewayUrl);
  project.provide("urls", system.urls);
  project.provide("adminUrl", system.adminUrl);
  project.provide("redisUrl", system.redisUrl);
  return () => system.stop();
}
