import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "@tms/stack/paths";
import type { Scenario } from "../scenario.ts";
import { draw } from "./picture.ts";
import type { Report } from "./result.ts";
import { describe } from "./table.ts";

const DOCUMENT = join(repository, "docs/benchmarks.md");
const PICTURES = join(repository, "docs/benchmarks");

/** Replaces a scenario's figures in the documentation; what is said about them stays. */
export async function publish(scenario: Scenario, report: Report): Promise<void> {
  const text = await readFile(DOCUMENT, "utf8");
  const [begin, end] = [`<!-- ${scenario.name} -->`, `<!-- end of ${scenario.name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no place for ${scenario.name}`);
  const figures = `${describe(scenario, report)}\n\n${provenance(scenario, report)}`;
  await writeFile(
    DOCUMENT,
    `${text.slice(0, from + begin.length)}\n\n${figures}\n\n${text.slice(to)}`,
  );
  // Tables are aligned like all of the repository's.
  await promisify(execFile)(join(repository, "node_modules/.bin/oxfmt"), [DOCUMENT]);
  await mkdir(PICTURES, { recursive: true });
  await writeFile(join(PICTURES, `${scenario.name}.svg`), draw(scenario, report.summaries));
}

function provenance({ repeats }: Scenario, { begunAt, machine, summaries }: Report): string {
  const count = Math.max(...summaries.map((summary) => summary.rounds));
  return `Medians of ${count} ${repeats ?? "rounds"}, ${begunAt.slice(0, 10)}; ${Object.values(machine).join(", ")}.`;
}
