import type { TestProject } from "vitest/node";
import { TRUSTING } from "./people.ts";
import { startTestSystem, type TestSystem } from "./system.ts";

declare module "vitest" {
  export interface ProvidedContext {
    baseUrl: string;
    urls: TestSystem["urls"];
    probeUrls: TestSystem["probeUrls"];
    tokens: TestSystem["tokens"];
    callersFile: string;
    adminUrl: string;
    redisUrl: string | null;
  }
}

/**
 * The global setup of suites that share one system; each has people and games of its own. It believes
 * the address that a caller names, its processes get the given variables, and it is as talkative as it
 * can be: what it logs is looked through for secrets.
 */
export const sharedSystem =
  (env: NodeJS.ProcessEnv) =>
  async (project: TestProject): Promise<() => Promise<void>> => {
    const system = await startTestSystem({
      env: { ...env, ...TRUSTING, LOG_LEVEL: "debug" },
    });
    project.provide("baseUrl", system.gatewayUrl);
    project.provide("urls", system.urls);
    project.provide("probeUrls", system.probeUrls);
    project.provide("tokens", system.tokens);
    project.provide("callersFile", system.callersFile);
    project.provide("adminUrl", system.adminUrl);
    project.provide("redisUrl", system.redisUrl);
    return () => system.stop();
  };
