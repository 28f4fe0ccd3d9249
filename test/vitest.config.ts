import { defineConfig } from "vitest/config";

const root = `${import.meta.dirname}/..`;

/** Suites run in parallel, each file with a database or a game of its own. */
export default defineConfig({
  root,
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks",
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: ["services/*/src/**/*.test.ts", "gateway/src/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "services",
          include: ["services/*/test/**/*.test.ts", "gateway/test/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: { name: "stack", include: ["stack/test/*.test.ts", "test/mutation/*.test.ts"] },
      },
      {
        extends: true,
        test: { name: "deploy", include: ["test/deploy/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["test/system/*.test.ts"],
          globalSetup: ["test/system/setup.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: "fuzz", include: ["test/fuzz/*.test.ts"], testTimeout: 120_000 },
      },
      {
        extends: true,
        test: { name: "bench", include: ["bench/**/*.test.ts"], testTimeout: 120_000 },
      },
      {
        extends: true,
        test: {
          name: "crash",
          include: ["test/crash/*.test.ts", "test/chaos/**/*.test.ts", "test/samples/*.test.ts"],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "degradation",
          include: ["test/degradation/*.test.ts", "test/rollout/*.test.ts"],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
