import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "@tms/stack/paths";
import type { Scenario } from "../scenario.ts";
import type { Report } from "./result.ts";
import { renderTables } from "./table.ts";

const RESULTS = join(import.meta.dirname, "../../results");
const DOCUMENT = join(repository, "docs/benchmarks.md");
const run = promisify(execFile);
// Read before a published table changes the work tree.
const commit = readCommit();

/** Keeps all figures of a run until the next run. */
export async function writeResults(report: Report): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, `${report.scenario}.json`);
  await writeFile(file, `${JSON.stringify({ commit: await commit, ...report }, null, 2)}\n`);
}

/** Replaces the tables of a scenario in the documentation. */
export async function publish(scenario: Scenario, report: Report): Promise<void> {
  const text = await readFile(DOCUMENT, "utf8");
  const [begin, end] = [`<!-- ${scenario.name} -->`, `<!-- end of ${scenario.name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no section for ${scenario.name}.`);
  const figures = `${renderTables(scenario, report)}\n\n${renderProvenance(report, await commit)}`;
  await writeFile(
    DOCUMENT,
    `${text.slice(0, from + begin.length)}\n\n${figures}\n\n${text.slice(to)}`,
  );
  await run(join(repository, "node_modules/.bin/oxfmt"), [DOCUMENT]);
}

/** Renders where the figures come from and how to repeat them. */
function renderProvenance(
  { scenario, begunAt, machine, summaries }: Report,
  measured: string | undefined,
): string {
  if (measured === undefined) throw new Error("git does not name the measured commit");
  const rounds = Math.max(...summaries.map((summary) => summary.rounds));
  return [
    `Medians of ${rounds} rounds, measured on ${begunAt.slice(0, 10)} at commit ${measured}`,
    `on ${Object.values(machine).join(", ")}. Repeat: \`pnpm bench ${scenario} --rounds ${rounds}\`.`,
  ].join("\n");
}

/** Returns the commit of the work tree, with a mark if the work tree differs from it. */
async function readCommit(): Promise<string | undefined> {
  try {
    const { stdout } = await run("git", ["describe", "--always", "--dirty", "--exclude=*"], {
      cwd: repository,
    });
    return stdout.trim();
  } catch {
    return undefined;
  }
}
