import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPages } from "@tms/stack/pages/build";
import { cacheDir, repository } from "@tms/stack/paths";
import { LEAKS_FOLDER } from "@tms/kit/testing/leaks/findings";
import { buildPrograms } from "./harness/programs.ts";
import { startTestServers, type TestServers } from "./harness/servers.ts";
import { databasesOf, leaksOf } from "./leaks/search.ts";

// `pnpm test` checks and tests everything; `pnpm test PATTERN…` runs the matching suites alone.
const filters = process.argv.slice(2);
process.exitCode = await main();

async function main(): Promise<number> {
  if (filters.length === 0 && (await run("pnpm", ["run", "check"])) !== 0) {
    console.log("\nThe checks failed; no test was run.\n0 passed, 1 failed");
    return 1;
  }
  const [servers, programs] = await Promise.all([
    startTestServers(),
    buildPrograms(),
    buildPages(),
  ]);
  try {
    const exit = await runSuites(servers.folder, { ...servers.environment, ...programs });
    return (await hasLeaks(servers)) ? 1 : exit;
  } finally {
    await servers.stop();
  }
}

interface Report {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

async function runSuites(folder: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const file = reportIn(folder);
  const exit = await run(
    "vitest",
    [
      "run",
      "--config",
      "test/vitest.config.ts",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...filters,
    ],
    // Processes that tests start load what others have compiled before them.
    {
      NODE_COMPILE_CACHE: join(cacheDir(), "compile"),
      [LEAKS_FOLDER]: folder,
      ...environment,
    },
  );
  const report = JSON.parse(await readFile(file, "utf8")) as Report;
  const broken = report.testResults.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + broken;
  const skipped = report.numPendingTests + report.numTodoTests;
  if (environment["TMS_TEST_REDIS_URL"] === undefined)
    console.log("\nNO REDIS WAS FOUND: the suites that need Redis were skipped.");
  console.log(`${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped`);
  return exit === 0 && failed === 0 ? 0 : 1;
}

/** Whether a secret of the suites got to where none may be; tells each place. */
async function hasLeaks({ folder, environment }: TestServers): Promise<boolean> {
  const leaks = await leaksOf({
    folder,
    databaseUrls: await databasesOf(environment["TMS_TEST_ADMIN_URL"] ?? ""),
    redisUrl: environment["TMS_TEST_REDIS_URL"],
    reportFile: reportIn(folder),
  });
  for (const { place, secret } of leaks) console.log(`LEAKED: ${secret} stands in ${place}`);
  return leaks.length > 0;
}

function reportIn(folder: string): string {
  return join(folder, "report.json");
}

function run(
  command: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(command, args, {
    cwd: repository,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "inherit"],
  });
  // A signal to this process alone does not reach it.
  process.once("exit", () => child.kill());
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
