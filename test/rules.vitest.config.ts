import { defineConfig } from "vitest/config";

/** The pure rules alone, for Stryker: it runs them once per mutant. */
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  test: { include: ["services/*/src/**/*.test.ts"] },
});
