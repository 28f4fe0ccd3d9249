import { stripVTControlCharacters } from "node:util";
import { createVitest, type TestModule, type TestSpecification, type Vitest } from "vitest/node";

/** The result of a run of the suites. */
export interface SuitesResult {
  passed: number;
  skipped: number;
  failed: Failure[];
  /** The first failures of tests that passed when they were repeated. They count as passed. */
  flaky: Failure[];
}

/** A failed test, a file or suite whose hooks failed, or an error outside all tests. */
export interface Failure {
  name: string;
  errors: string;
}

// A run with more failures fails even if all repeats pass, so it repeats none.
const MAX_FLAKY = 3;

// The project without servers, processes and browsers. Its failures do not depend on the machine.
const PURE_PROJECT = "rules";

const STRAY = "an error outside all tests";

/**
 * Runs the suites whose path contains one of `filters`, or all suites. If at most three tests fail,
 * repeats each of them once, alone.
 */
export async function runSuites(
  filters: string[],
  config = "test/vitest.config.ts",
): Promise<SuitesResult> {
  const vitest = await createVitest({ config, watch: false });
  try {
    return await runAndRepeat(vitest, filters);
  } finally {
    await vitest.close();
  }
}

async function runAndRepeat(vitest: Vitest, filters: string[]): Promise<SuitesResult> {
  const { testModules: files, unhandledErrors } = await vitest.start(filters);
  const passed = new Set(getTestIds(files, "passed"));
  const skipped = getTestIds(files, "skipped");
  const stray = unhandledErrors.map((error) => toFailure(STRAY, [error as Error]));
  const units = files.flatMap(getFailedUnits);
  const count = stray.length + units.flatMap(({ failures }) => failures).length;
  const failed = [...stray];
  const flaky: Failure[] = [];
  for (const { specification, failures } of units) {
    if (count > MAX_FLAKY || specification.project.name === PURE_PROJECT) {
      failed.push(...failures);
      continue;
    }
    const { testModules: repeated } = await vitest.runTestSpecifications([specification]);
    const again = repeated.flatMap(getFailedUnits).flatMap((unit) => unit.failures);
    if (again.length > 0) failed.push(...again);
    else flaky.push(...failures);
    for (const id of getTestIds(repeated, "passed")) passed.add(id);
  }
  const neverRun = skipped.filter((id) => !passed.has(id));
  return { passed: passed.size, skipped: neverRun.length, failed, flaky };
}

const getTestIds = (files: TestModule[], state: "passed" | "skipped"): string[] =>
  files.flatMap((file) => [...file.children.allTests(state)].map(({ id }) => id));

/** Failures that one repeat covers, and what to run for it. */
interface FailedUnit {
  specification: TestSpecification;
  failures: Failure[];
}

/** Returns a unit per failed test of a file, or the whole file as one if a hook failed. */
function getFailedUnits(file: TestModule): FailedUnit[] {
  const { project, relativeModuleId } = file;
  const name = (...parts: string[]) => [project.name, relativeModuleId, ...parts].join(" > ");
  const tests = [...file.children.allTests("failed")].map((test) => ({
    specification: file.toTestSpecification([test]),
    failures: [toFailure(name(test.fullName), test.result().errors ?? [])],
  }));
  const hooks = [
    ...(file.errors().length > 0 ? [toFailure(name(), file.errors())] : []),
    ...[...file.children.allSuites()]
      .filter((suite) => suite.errors().length > 0)
      .map((suite) => toFailure(name(suite.fullName), suite.errors())),
  ];
  if (hooks.length === 0) return tests;
  const failures = [...hooks, ...tests.flatMap((unit) => unit.failures)];
  return [{ specification: project.createSpecification(file.moduleId), failures }];
}

const toFailure = (
  name: string,
  errors: readonly { message: string; stack?: string }[],
): Failure => ({
  name,
  errors: errors
    .map(({ message, stack }) => stripVTControlCharacters(`${message}\n${stack ?? ""}`))
    .join("\n"),
});
