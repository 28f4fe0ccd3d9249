import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPages } from "@tms/stack/pages";
import { cacheDir, repository } from "@tms/stack/paths";
import { LEAKS_FOLDER, type Finding } from "@tms/kit/testing/leaks";
import { mayFindChromium } from "./harness/chromium.ts";
import { buildPrograms } from "./harness/programs.ts";
import { startTestServers, type TestServers } from "./harness/servers.ts";
import { findLeaks, listDatabases } from "./leaks.ts";
import type { SuitesResult } from "./suites.ts";

// `pnpm test` checks and tests everything; `pnpm test PATTERN…` runs the matching suites alone.
// `--all` takes every case of the suites that otherwise take a sample.
const takesAll = process.argv.includes("--all");
const filters = process.argv.slice(2).filter((argument) => argument !== "--all");
const seed = process.env["TMS_SEED"] ?? String(Date.now() % 2 ** 31);
// The settings of a product that the caller's shell exports, for example those of tms.env.
const SETTINGS =
  /^(?!TMS_TEST_)(\w+_URL|TMS_(API_KEY|DATA_DIR|GAME_ID|QUEUE)|(ADDRESS|CALLER|DATABASE|JOIN|OTEL|RATE|SETTLEMENT)_\w+|CALLERS_FILE|HOST|MAIL_FROM|NODE_ENV|(PROBE_)?PORT|SE(CRETS|SSION)_KEY|TLS_FOLDER|TRUSTED_PROXIES|WEBHOOK_ALLOW_PRIVATE)$/;
for (const name of Object.keys(process.env)) if (SETTINGS.test(name)) delete process.env[name];
// A log that is shown is not searched for secrets. Show logs only in a run of single files.
if (filters.length === 0) delete process.env["LOG_LEVEL"];
process.exitCode = await main();

async function main(): Promise<number> {
  if (filters.length === 0 && (await run("pnpm", ["run", "check"])) !== 0) {
    console.log("\nThe checks failed, so no tests were run.\n0 passed, 1 failed");
    return 1;
  }
  // If a build fails, no server runs yet.
  const [programs] = await Promise.all([buildPrograms(), buildPages()]);
  const servers = await startTestServers();
  console.log(`Seed ${seed}. To repeat the samples of this run, set TMS_SEED=${seed}.`);
  try {
    const resultFile = join(servers.folder, "result.json");
    const args = ["test/suites.ts", "test/vitest.config.ts", resultFile, ...filters];
    await run(process.execPath, args, {
      // Processes that tests start load what others have compiled before them.
      NODE_COMPILE_CACHE: join(cacheDir(), "compile"),
      [LEAKS_FOLDER]: servers.folder,
      TMS_SEED: seed,
      ...(takesAll && { TMS_TEST_ALL: "1" }),
      ...servers.environment,
      ...programs,
    });
    if (!existsSync(resultFile)) {
      console.log("\nThe test suites could not be run.\n0 passed, 1 failed");
      return 1;
    }
    const report = await readFile(resultFile, "utf8");
    const leaks = await findLeaks({
      folder: servers.folder,
      databaseUrls: await listDatabases(servers.environment["TMS_TEST_ADMIN_URL"] ?? ""),
      redisUrl: servers.environment["TMS_TEST_REDIS_URL"],
      report,
    });
    return print(JSON.parse(report) as SuitesResult, leaks, servers);
  } finally {
    await servers.stop();
  }
}

/** Prints the result, and returns the exit code. */
function print(
  { passed, skipped, failed, flaky }: SuitesResult,
  leaks: Finding[],
  { environment }: TestServers,
): number {
  for (const { name, errors } of flaky) console.log(`\nFLAKY ${name}\n${errors}`);
  if (failed.length + flaky.length > 0) console.log(`\nTMS_SEED=${seed}`);
  for (const { name } of flaky) console.log(`FLAKY ${name}`);
  for (const { name } of failed) console.log(`FAILED ${name}`);
  for (const { place, secret } of leaks) console.log(`LEAKED ${secret} in ${place}`);
  if (environment["TMS_TEST_REDIS_URL"] === undefined)
    console.log("\nRedis was not found, so the suites that need Redis were skipped.");
  if (!mayFindChromium())
    console.log(
      "\nChromium was not found, so the browser suites were skipped. Set CHROMIUM to the path of Chromium.",
    );
  const failures = failed.length + leaks.length;
  console.log(`${passed} passed, ${failures} failed, ${skipped} skipped`);
  return failures === 0 && passed > 0 ? 0 : 1;
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
