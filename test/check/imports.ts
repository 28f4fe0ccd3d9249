import { execFileSync } from "node:child_process";
import { repository } from "@tms/stack/paths";

// dependency-cruiser finds nothing, and complains of nothing, when it cannot read TypeScript;
// so a run counts only if it saw about as many modules as there are.
const MIN_MODULES = 150;

interface Result {
  summary: {
    totalCruised: number;
    violations: { from: string; to: string; rule: { name: string; severity: string } }[];
  };
}

const output = execFileSync(
  "depcruise",
  [
    "--config",
    ".dependency-cruiser.json",
    "--output-type",
    "json",
    "services",
    "gateway",
    "dashboard/build",
    "dashboard/src",
    "sdk",
    "site/build",
    "stack",
    "test",
    "bench",
  ],
  { cwd: repository, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
);
const { summary } = JSON.parse(output) as Result;
for (const { rule, from, to } of summary.violations)
  console.error(`${rule.name}: ${from} -> ${to}`);
console.log(`Modules: ${summary.totalCruised}, forbidden imports: ${summary.violations.length}`);
if (summary.totalCruised < MIN_MODULES) console.error("The check found too few modules.");
process.exitCode = summary.violations.length > 0 || summary.totalCruised < MIN_MODULES ? 1 : 0;
