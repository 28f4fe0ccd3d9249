import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Scenario } from "../scenario.ts";
import { draw } from "./picture.ts";
import type { Report } from "./result.ts";

const RESULTS = join(import.meta.dirname, "../../results");

/** Keeps a run's every figure, and its picture, until the next run. */
export async function writeReport(scenario: Scenario, report: Report): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, scenario.name);
  await writeFile(`${file}.json`, `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(`${file}.svg`, draw(scenario, report.summaries));
}
