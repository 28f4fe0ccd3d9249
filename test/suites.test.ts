import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeScratch } from "@tms/stack/testing/scratch";
import { expect, onTestFinished, test } from "vitest";
import type { SuitesResult } from "./suites.ts";

// Globals instead of imports: the files lie outside the repository, where no package is installed.
const CONFIG = `export default { root: import.meta.dirname, test: { globals: true, projects: [
  { test: { globals: true, name: "rules", include: ["rules/*.test.js"] } },
  { test: { globals: true, name: "system", include: ["system/*.test.js"] } },
] } };`;

/** Source of a test file. Its tests and hooks can fail in the first run only. */
const file = (body: string) => `import { existsSync, writeFileSync } from "node:fs";
const failOnce = (name) => {
  const mark = import.meta.dirname + "/" + name;
  if (existsSync(mark)) return;
  writeFileSync(mark, "");
  throw new Error(name + " failed once");
};
${body}`;

/** Runs suites with these test files, in a process of their own. */
async function run(files: Record<string, string>): Promise<SuitesResult> {
  const scratch = await makeScratch("suites");
  onTestFinished(() => scratch.remove());
  for (const [name, body] of Object.entries(files)) {
    await mkdir(join(scratch.folder, name, ".."), { recursive: true });
    await writeFile(join(scratch.folder, name), file(body));
  }
  const config = join(scratch.folder, "config.mjs");
  await writeFile(config, CONFIG);
  const suites = join(import.meta.dirname, "suites.ts");
  const resultFile = join(scratch.folder, "result.json");
  const env = { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined };
  // It exits with 1 if a test failed.
  await promisify(execFile)(process.execPath, [suites, config, resultFile], { env }).catch(
    () => {},
  );
  return JSON.parse(await readFile(resultFile, "utf8")) as SuitesResult;
}

const names = (failures: { name: string }[]) => failures.map(({ name }) => name);

test("repeats a failed test once, and reports the first failure if the repeat passes", async () => {
  const result = await run({
    "system/a.test.js": `
      test("flaky", () => failOnce("a"));
      test("flaky too", () => failOnce("b"));
      test("broken", () => expect(1).toBe(2));
      test("fine", () => undefined);`,
  });
  expect(names(result.flaky)).toEqual([
    "system > system/a.test.js > flaky",
    "system > system/a.test.js > flaky too",
  ]);
  expect(result.flaky[0]?.errors).toContain("a failed once");
  expect(names(result.failed)).toEqual(["system > system/a.test.js > broken"]);
  expect(result).toMatchObject({ passed: 3, skipped: 0 });
});

test("repeats a whole file if a hook failed", async () => {
  const result = await run({
    "system/a.test.js": `
      describe("group", () => {
        beforeAll(() => failOnce("hook"));
        test("one", () => undefined);
      });
      test("two", () => undefined);`,
  });
  expect(names(result.flaky)).toEqual(["system > system/a.test.js > group"]);
  expect(result).toMatchObject({ passed: 2, skipped: 0, failed: [] });
});

test("repeats nothing if more than three tests failed", async () => {
  const result = await run({
    "system/a.test.js": `test.each([1, 2, 3, 4])("flaky %i", (n) => failOnce("a" + n));`,
  });
  expect(result.failed).toHaveLength(4);
  expect(result.flaky).toEqual([]);
});
