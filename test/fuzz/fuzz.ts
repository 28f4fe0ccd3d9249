import { parseArgs } from "node:util";
import { buildPages } from "@tms/stack/pages/build";
import { startTestServers } from "../harness/servers.ts";
import { startAttackedSystem } from "./attacked-system.ts";
import { runCampaign } from "./campaign.ts";

// `pnpm fuzz [--seed N] [--minutes M]` attacks a system of its own until the time is over.
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    minutes: { type: "string", default: "3" },
  },
});
const seed = Number(values.seed);
const durationMs = Number(values.minutes) * 60_000;
if (!Number.isInteger(seed) || !(durationMs > 0)) {
  console.error("usage: pnpm fuzz [--seed INTEGER] [--minutes NUMBER]");
  process.exit(2);
}

console.log(`attacking for ${values.minutes} min with seed ${seed}`);
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
