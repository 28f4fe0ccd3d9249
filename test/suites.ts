import { writeFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import {
  createVitest,
  type TestModule,
  type TestRunResult,
  type TestSpecification,
} from "vitest/node";

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

// `node test/suites.ts CONFIG RESULT [FILTER…]` runs the suites whose path contains one of the filters,
// or all suites, and writes a SuitesResult to the file RESULT. It is a process of its own because
// Vitest ends its process at a signal, before others can stop what they started.
const [config = "", resultFile = "", ...filters] = process.argv.slice(2);
const vitest = await createVitest({ config, watch: false, allowOnly: filters.length > 0 });
try {
  await writeFile(resultFile, JSON.stringify(await runAndRepeat()));
} finally {
  await vitest.close();
}

/** Runs the suites. If at most three tests fail, repeats each of them once, alone. */
async function runAndRepeat(): Promise<SuitesResult> {
  const first = await vitest.start(filters);
  const passed = new Set(getTestIds(first.testModules, "passed"));
  const skipped = getTestIds(first.testModules, "skipped");
  const { units, others } = getFailures(first);
  const count = others.length + units.flatMap(({ failures }) => failures).length;
  const failed = [...others];
  const flaky: Failure[] = [];
  for (const unit of units) {
    const { specification, failures } = unit;
    if (count > MAX_FLAKY || specification.project.name === PURE_PROJECT) {
      failed.push(...failures);
      continue;
    }
    const second = await vitest.runTestSpecifications([specification]);
    const again = getFailures(second);
    // The file also has the first results of its other tests.
    const elsewhere = new Set(units.filter((one) => one !== unit).flatMap(toNames));
    const remaining = [...again.others, ...again.units.flatMap((one) => one.failures)].filter(
      ({ name }) => !elsewhere.has(name),
    );
    if (remaining.length > 0) failed.push(...remaining);
    else flaky.push(...failures);
    for (const id of getTestIds(second.testModules, "passed")) passed.add(id);
  }
  const neverRun = skipped.filter((id) => !passed.has(id));
  // The repeat of a test also reports a hook of its file, which may fail in each repeat.
  const distinct = [...new Map(failed.map((failure) => [failure.name, failure])).values()];
  return { passed: passed.size, skipped: neverRun.length, failed: distinct, flaky };
}

function toNames({ failures }: FailedUnit): string[] {
  return failures.map(({ name }) => name);
}

function getTestIds(files: TestModule[], state: "passed" | "skipped"): string[] {
  return files.flatMap((file) => [...file.children.allTests(state)].map(({ id }) => id));
}

/** Failures that one repeat covers, and what to run for it. */
interface FailedUnit {
  specification: TestSpecification;
  failures: Failure[];
}

/** Returns the failures by file, and errors that belong to no file. */
function getFailures({ testModules, unhandledErrors }: TestRunResult) {
  const stray = Map.groupBy(unhandledErrors as StrayError[], (error) => error.VITEST_TEST_PATH);
  const units = testModules.flatMap((file) => getFailedUnits(file, stray.get(file.moduleId) ?? []));
  const paths = new Set(testModules.map((file) => file.moduleId));
  const others = [...stray]
    .filter(([path]) => path === undefined || !paths.has(path))
    .flatMap(([, errors]) =>
      errors.map((error) => toFailure("an error outside all files", [error])),
    );
  return { units, others };
}

/** An unhandled error, and the file that ran when it was thrown. */
interface StrayError extends Error {
  VITEST_TEST_PATH?: string;
}

/**
 * Returns a unit per failed test of a file. Returns the whole file as one unit if a hook failed or
 * an error was thrown outside its tests.
 */
function getFailedUnits(file: TestModule, stray: StrayError[]): FailedUnit[] {
  const { project, relativeModuleId } = file;
  const name = (...parts: string[]) => [project.name, relativeModuleId, ...parts].join(" > ");
  const tests = [...file.children.allTests("failed")].map((test) => ({
    specification: file.toTestSpecification([test]),
    failures: [toFailure(name(test.fullName), test.result().errors ?? [])],
  }));
  const hooks = [file, ...file.children.allSuites()]
    .filter((suite) => suite.errors().length > 0)
    .map((suite) => toFailure("fullName" in suite ? name(suite.fullName) : name(), suite.errors()));
  const outside = stray.length > 0 ? [toFailure(name("outside its tests"), stray)] : [];
  if (hooks.length + outside.length === 0) return tests;
  const failures = [...hooks, ...outside, ...tests.flatMap((unit) => unit.failures)];
  return [{ specification: project.createSpecification(file.moduleId), failures }];
}

function toFailure(name: string, errors: readonly { message: string; stack?: string }[]): Failure {
  const texts = errors.map(({ message, stack }) => stack ?? message);
  return { name, errors: stripVTControlCharacters(texts.join("\n")) };
}
