import { parseArgs } from "node:util";
import { startTestServers } from "../harness/servers.ts";
import { runCampaign, startFuzzedSystem } from "./campaign.ts";
import { CASES } from "./check.ts";

// Runs campaigns on one system, until one of them fails or enough cases were tried.
const USAGE = "pnpm fuzz [--cases NUMBER] [--seed INTEGER]";
const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    help: { type: "boolean" },
  },
});
const [cases, firstSeed] = [Number(values.cases), Number(values.seed)];
if (values.help || !(cases > 0) || !Number.isInteger(firstSeed)) {
  console.log(`usage: ${USAGE}`);
  process.exit(values.help ? 0 : 2);
}
const servers = await startTestServers();
try {
  Object.assign(process.env, servers.environment);
  const fuzzed = await startFuzzedSystem();
  try {
    for (let tried = 0, seed = firstSeed; tried < cases; tried += CASES, seed++) {
      console.log(`${tried} of ${cases} cases per operation passed. Next seed: ${seed}.`);
      const findings = await runCampaign(fuzzed, seed);
      for (const finding of findings) console.log(`\n${finding}`);
      process.exitCode = findings.length > 0 ? 1 : 0;
      if (findings.length > 0) break;
    }
  } finally {
    await fuzzed.system.stop();
  }
} finally {
  await servers.stop();
}
