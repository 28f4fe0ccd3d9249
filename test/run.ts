import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { migrate } from "@tms/cli/migrate";
import { administer, TEST_TEMPLATE, withDatabase } from "@tms/kit/testing";
import { startRedisContainer } from "./stack/redis-container.ts";
import { cacheDir, repository } from "./stack/paths.ts";
import { startPostgres } from "./stack/postgres.ts";
import { findRedis } from "./stack/redis-binary.ts";
import { startRedis } from "./stack/redis.ts";
import { serviceUrls } from "./stack/system.ts";

// `pnpm test` checks and tests everything; `pnpm test PATTERN…` runs the matching suites alone.
const filters = process.argv.slice(2);
process.exitCode = await main();

async function main(): Promise<number> {
  if (filters.length === 0 && (await run("pnpm", ["run", "check"])) !== 0) {
    console.log("\nThe checks failed; no test was run.\n0 passed, 1 failed");
    return 1;
  }
  // Not mkdtemp: as root, the servers run as another account and must get in.
  const folder = join(cacheDir(), `test-${process.pid}-${Date.now()}`);
  await mkdir(folder, { recursive: true });
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const environment = await openServers(folder, stops);
    return await runSuites(folder, environment);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

async function openServers(folder: string, stops: (() => Promise<void>)[]) {
  const postgres = await startPostgres({ dataDir: join(folder, "postgres"), durable: false });
  stops.push(() => postgres.stop());
  await administer(postgres.url, `CREATE DATABASE ${TEST_TEMPLATE}`);
  const adminUrl = withDatabase(postgres.url, TEST_TEMPLATE);
  await migrate({ adminUrl, serviceUrls: serviceUrls(adminUrl) });
  const redisUrl = await openRedis(folder, stops);
  return {
    TMS_TEST_ADMIN_URL: postgres.url,
    ...(redisUrl !== null && { TMS_TEST_REDIS_URL: redisUrl }),
  };
}

async function openRedis(folder: string, stops: (() => Promise<void>)[]): Promise<string | null> {
  const binary = await findRedis();
  if (binary !== null) {
    const redis = await startRedis({ binary, dir: join(folder, "redis"), appendonly: false });
    stops.push(() => redis.stop());
    return redis.url;
  }
  const container = await startRedisContainer();
  if (container !== null) stops.push(() => container.stop());
  return container?.url ?? null;
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
  const file = join(folder, "report.json");
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
    environment,
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
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
