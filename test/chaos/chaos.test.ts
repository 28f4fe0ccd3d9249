import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test as base } from "vitest";
import { repository } from "@tms/stack/paths";
import { findRedis } from "@tms/stack/servers/redis";
import { makeScratch } from "@tms/stack/testing/scratch";
import { PLANTS } from "./plants.ts";
import { createRandom } from "./random.ts";
import { describePlan } from "./report.ts";
import { drawPlan } from "./seed.ts";

// The default run plays one short seed and finds one plant, both drawn from TMS_SEED.
const RUN_SEED = Number(process.env["TMS_SEED"]);
const IS_ALL = process.env["TMS_TEST_ALL"] === "1";
const SEEDS = IS_ALL ? 200 : 1;
// Other suites run at the same time.
const PACE = 3;
const TIMEOUT_MS = IS_ALL ? 7_200_000 : 300_000;

const random = createRandom(RUN_SEED);
// Every twentieth seed is a long one.
const seed = 20 * random.int(0, 1_000_000) + (IS_ALL ? 0 : random.int(1, 19));
const all = Object.entries(PLANTS);
// A plant with faults of its own depends on their timing, and may take several seeds to show.
const quick = all.filter(([, { faults }]) => faults === undefined);
const plants = IS_ALL ? all : [random.pick(quick)];

const test = base.extend("folder", async ({}, { onCleanup }) => {
  const { folder, remove } = await makeScratch("chaos-out");
  onCleanup(remove);
  return folder;
});

async function chaos(options: Record<string, string | number>) {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const command = [join(repository, "test/chaos/run.ts"), ...args];
  const ended = promisify(execFile)(process.execPath, command, { timeout: TIMEOUT_MS });
  const failed = (error: unknown) => error as { code: number; stdout: string };
  const { code, stdout } = await ended.then((one) => ({ ...one, code: 0 }), failed);
  return { code, text: stdout };
}

const hasRedis = (await findRedis()) !== null;

describe.skipIf(!hasRedis)("the simulation", { timeout: TIMEOUT_MS + 10_000 }, () => {
  test(`finds nothing broken in seed ${seed}${IS_ALL ? " and the following" : ""}`, async () => {
    const { code, text } = await chaos({ seed, seeds: SEEDS, pace: IS_ALL ? 1 : PACE });
    // A failed assertion would cut the text, which tells what is broken.
    if (!text.includes(`${SEEDS} seeds, 0 broken`)) throw new Error(text);
    expect(code).toBe(0);
  });

  test.for(plants)(
    "finds the plant %s and writes the seed to a file",
    async ([name, { seed: first, finds }], { folder: out }) => {
      const { code, text } = await chaos({ seed: first, seeds: 8, pace: PACE, plant: name, out });
      expect(text).toMatch(finds);
      expect(code).toBe(1);
      const [, file = ""] = /details: (.+)/.exec(text) ?? [];
      expect(await readFile(file, "utf8")).toContain("\nfault ");
    },
  );
});

test("draws the same plan from the same seed", () => {
  const plan = describePlan(drawPlan(seed));
  expect(describePlan(drawPlan(seed))).toBe(plan);
  expect(describePlan(drawPlan(seed + 1))).not.toBe(plan);
});
