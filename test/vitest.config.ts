import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { mayFindChromium } from "./harness/chromium.ts";
import { TAKES_ALL } from "./harness/sample.ts";

const root = `${import.meta.dirname}/..`;

// One more than cores, for suites that end processes wait a quarter of their time. More than four systems
// at once would need more connections than Postgres has.
const WORKERS = Math.min(4, availableParallelism() + 1);

type Settings = NonNullable<TestProjectInlineConfiguration["test"]>;

const project = (
  name: string,
  include: string[],
  settings: Settings = {},
): TestProjectInlineConfiguration => ({ extends: true, test: { name, include, ...settings } });

// Their files share a process, and so what they import: each has a database, a service or a game of
// its own and leaves nothing behind. To load everything anew took half of their time.
const TOGETHER = { isolate: false };

/** Suites run in parallel, each file with a database or a game of its own. */
export default defineConfig({
  root,
  test: {
    // Only a test that hangs meets these limits, however busy the machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: "forks",
    maxWorkers: WORKERS,
    projects: [
      project(
        "rules",
        [
          "services/*/src/**/*.test.ts",
          "gateway/src/**/*.test.ts",
          "dashboard/{src,build}/**/*.test.ts",
          "sdk/{src,build}/**/*.test.ts",
          "site/build/**/*.test.ts",
          "test/check/**/*.test.ts",
        ],
        TOGETHER,
      ),
      // Not beside the worlds with background work: some count the writes of their process.
      project("services", ["services/*/test/**/*.test.ts"], TOGETHER),
      project("api", ["gateway/test/**/*.test.ts", "test/{api,world,sdk}/*.test.ts"], TOGETHER),
      project("stack", ["stack/test/*.test.ts", "test/{,harness/}*.test.ts"], TOGETHER),
      project("deploy", ["test/deploy/*.test.ts"], TOGETHER),
      project("system", ["test/system/*.test.ts"], {
        ...TOGETHER,
        globalSetup: ["test/system/setup.ts"],
      }),
      project("browser", mayFindChromium() ? ["test/browser/*.test.ts"] : [], {
        ...TOGETHER,
        globalSetup: ["test/browser/setup.ts"],
      }),
      project("fuzz", ["test/fuzz/*.test.ts"]),
      // Part of `test:all` alone, as it takes half a minute and needs promtool.
      project("alarms", TAKES_ALL ? ["test/alarms/*.test.ts"] : []),
      project("bench", ["bench/**/*.test.ts"]),
      project("faults", ["test/faults/*.test.ts", "test/start/*.test.ts", "test/chaos/*.test.ts"]),
      project("samples", ["test/samples/*.test.ts"]),
    ],
  },
});
