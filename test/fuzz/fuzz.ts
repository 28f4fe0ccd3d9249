import { parseArgs } from "node:util";
import { buildPages } from "@tms/stack/pages/build";
import { startTestServers } from "../harness/servers.ts";
import { startAttackedSystem } from "./attacked-system.ts";
import { runCampaign } from "./campaign.ts";

// Attacks a system of its own until the time is over.
const USAGE = "pnpm fuzz [--seed INTEGER] [--minutes NUMBER]";
if (process.argv.includes("--help")) {
  console.log(USAGE);
  process.exit(0);
}
const { seed, minutes } = readOptions() ?? process.exit(2);
const durationMs = minutes * 60_000;
console.log(`attacking for ${minutes} min with seed ${seed}`);
// Problems name pages of the documentation, which has to be there.
const [servers] = await Promise.all([startTestServers(), buildPages()]);
try {
  Object.assign(process.env, servers.environment);
  const { system, watch } = await startAttackedSystem();
  try {
    const outcome = await runCampaign(system, watch, { seed, durationMs, tell: console.log });
    console.log("tried", outcome.tried, "answered", outcome.statuses);
    console.log(
      outcome.findings.length === 0 ? "nothing found" : `${outcome.findings.length} found`,
    );
    process.exitCode = outcome.findings.length === 0 ? 0 : 1;
  } finally {
    await system.stop();
  }
} finally {
  await servers.stop();
}

/** Reads the command line; prints what it may say, and returns nothing, when it says anything else. */
function readOptions(): { seed: number; minutes: number } | undefined {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: "string", default: String(Date.now() % 2 ** 31) },
        minutes: { type: "string", default: "3" },
      },
    });
    const options = { seed: Number(values.seed), minutes: Number(values.minutes) };
    if (Number.isInteger(options.seed) && options.minutes > 0) return options;
  } catch {
    // It names an option that there is not.
  }
  console.error(`usage: ${USAGE}`);
  return undefined;
}
