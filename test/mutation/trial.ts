import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** The verdict of the suites: `broken` when they could not be run, so that nothing is known. */
export type Verdict = "passed" | "failed" | "broken";

/** Runs suites of a checkout until the first test fails. */
export async function tryTests(
  folder: string,
  tests: readonly string[],
  environment: Record<string, string>,
): Promise<Verdict> {
  const file = join(folder, "report.json");
  await rm(file, { force: true });
  const reporting = ["--reporter=json", `--outputFile.json=${file}`];
  const args = ["run", "--config", "test/vitest.config.ts", "--bail=1", ...reporting, ...tests];
  await exitCode("vitest", args, { cwd: folder, env: { ...process.env, ...environment } });
  return await readFile(file, "utf8").then(verdictOf, () => "broken");
}

/** A failed test is a verdict; a suite that did not come to any test is none. */
function verdictOf(report: string): Verdict {
  const { success, numPassedTests, numFailedTests } = JSON.parse(report) as Report;
  if (numFailedTests > 0) return "failed";
  return success && numPassedTests > 0 ? "passed" : "broken";
}

interface Report {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
}

/** Runs a program without its output, or with it when it inherits this process's. */
export function exitCode(
  command: string,
  args: readonly string[],
  { stdio = "ignore", ...options }: RunOptions,
): Promise<number | null> {
  const child = spawn(command, args, { ...options, stdio });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  });
}

interface RunOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  stdio?: "ignore" | "inherit";
}
