import { defineConfig } from "vitest/config";

/** The pure rules alone: they run in a moment, hundreds of times over. */
export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: { include: ["services/*/src/**/*.test.ts"] },
});
