import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { arch, availableParallelism, cpus, totalmem, type } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "@tms/stack/paths";
import type { Values } from "./processes.ts";
import type { Scenario } from "./scenario.ts";

export interface Sample {
  point: string;
  series: string;
  round: number;
  values: Values;
}

export type Report = ReturnType<typeof makeReport>;

/** The name of the number of 503 answers. Reports show its largest value instead of its median. */
export const OTHER_ANSWERS = "other answers";

const GIB = 1_024 ** 3;

export const makeReport = (
  { name, primary, ratios = [] }: Scenario,
  begunAt: Date,
  samples: readonly Sample[],
) => ({
  scenario: name,
  begunAt: begunAt.toISOString(),
  seconds: Math.round((Date.now() - begunAt.getTime()) / 1_000),
  machine: {
    processors: `${availableParallelism()} × ${cpus()[0]?.model ?? arch()}`,
    memory: `${Math.round(totalmem() / GIB)} GiB`,
    system: type(),
    node: `Node ${process.version}`,
  },
  summaries: summarize(samples),
  ratios: ratios.flatMap((pair) => compare(samples, primary, pair)),
  samples,
});

/** Returns the medians of each point and series, in the order of their first samples. */
export function summarize(samples: readonly Sample[]) {
  const groups = Map.groupBy(samples, ({ point, series }) => JSON.stringify([point, series]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const names = new Set(group.flatMap(({ values }) => Object.keys(values)));
    const medians = [...names].map((name): [string, number] => {
      const figures = group.flatMap((sample) => sample.values[name] ?? []);
      return [name, name === OTHER_ANSWERS ? Math.max(...figures) : median(figures)];
    });
    const { point, series } = first;
    const values: Values = Object.fromEntries(medians);
    return [{ point, series, rounds: group.length, values }];
  });
}

/**
 * Compares two series by a value. Divides only samples of the same round, because the machine
 * changes from round to round. A base with a single point is compared with every point.
 */
export function compare(
  samples: readonly Sample[],
  value: string,
  [series, base]: readonly [string, string],
) {
  const bases = samples.filter((sample) => sample.series === base);
  const hasOnePoint = new Set(bases.map(({ point }) => point)).size === 1;
  const own = samples.filter((sample) => sample.series === series);
  return [...Map.groupBy(own, ({ point }) => point)].flatMap(([point, group]) => {
    const quotients = group.flatMap(({ round, values }) => {
      const paired = bases.find((b) => b.round === round && (hasOnePoint || b.point === point));
      const [above, below] = [values[value], paired?.values[value]];
      return above === undefined || !below ? [] : [above / below];
    });
    if (quotients.length === 0) return [];
    const [min, max] = [Math.min(...quotients), Math.max(...quotients)];
    return [{ point, series, base, median: median(quotients), min, max }];
  });
}

/** Returns the middle value, or the mean of the middle two. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [lower = Number.NaN, upper = lower] = sorted.slice((sorted.length - 1) >> 1);
  return sorted.length % 2 === 1 ? lower : (lower + upper) / 2;
}

// The table leaves out a column if all its values are below this, such as the column of an idle process.
const MIN_VALUE = 0.5;

export function renderTables({ primary }: Scenario, { summaries, ratios }: Report): string {
  const names = [...new Set(summaries.flatMap(({ values }) => Object.keys(values)))].filter(
    (name) => summaries.some(({ values }) => Math.abs(values[name] ?? 0) >= MIN_VALUE),
  );
  const medians = summaries.map(({ point, series, values }) => [
    point,
    series,
    ...names.map((name) => formatFigure(values[name])),
  ]);
  const table = renderTable(["at", "what"], names, medians);
  if (ratios.length === 0) return table;
  const points = [...new Set(ratios.map(({ point }) => point))];
  const pairs = Map.groupBy(ratios, ({ series, base }) => `${series} ÷ ${base}`);
  const rows = [...pairs].map(([pair, ofPair]) => [
    pair,
    ...points.map((point) => formatRatio(ofPair.find((ratio) => ratio.point === point))),
  ]);
  return `${table}\n\n${renderTable([`${primary} at`], points, rows)}`;
}

const renderTable = (
  words: readonly string[],
  figures: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  [[...words, ...figures], [...words.map(() => "---"), ...figures.map(() => "--:")], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");

function formatRatio(ratio: Report["ratios"][number] | undefined): string {
  if (ratio === undefined) return "";
  const format = (value: number) =>
    value >= 2 ? `${formatFigure(value)}×` : `${formatFigure(value * 100)}%`;
  return `${format(ratio.median)} (${format(ratio.min)} to ${format(ratio.max)})`;
}

function formatFigure(value = Number.NaN): string {
  if (Number.isNaN(value)) return "";
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  if (size >= 10) return value.toFixed(1);
  return value === 0 ? "0" : value.toFixed(2);
}

const RESULTS = join(import.meta.dirname, "../results");
const DOCUMENT = join(repository, "docs/benchmarks.md");
const run = promisify(execFile);
// Git runs now, before a published table changes the work tree. "-dirty" marks a changed work tree.
const commit = run("git", ["describe", "--always", "--dirty", "--exclude=*"], { cwd: repository })
  .then(({ stdout }) => stdout.trim())
  .catch(() => undefined);

export async function writeResults(report: Report): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, `${report.scenario}.json`);
  await writeFile(file, `${JSON.stringify({ commit: await commit, ...report }, null, 2)}\n`);
}

/** Replaces the tables of a scenario in the documentation, with their source and command. */
export async function publish(scenario: Scenario, report: Report): Promise<void> {
  const measured = await commit;
  if (measured === undefined) throw new Error("Git does not name the measured commit.");
  const rounds = Math.max(...report.summaries.map((summary) => summary.rounds));
  const section = `<!-- ${scenario.name} -->

${renderTables(scenario, report)}

Medians of ${rounds} rounds, measured on ${report.begunAt.slice(0, 10)} at commit ${measured}
on ${Object.values(report.machine).join(", ")}. Repeat: \`pnpm bench ${scenario.name} --rounds ${rounds}\`.

<!-- end of ${scenario.name} -->`;
  const text = await readFile(DOCUMENT, "utf8");
  const old = new RegExp(`<!-- ${scenario.name} -->.*<!-- end of ${scenario.name} -->`, "s");
  if (!old.test(text)) throw new Error(`${DOCUMENT} has no section for ${scenario.name}.`);
  await writeFile(
    DOCUMENT,
    text.replace(old, () => section),
  );
  await run(join(repository, "node_modules/.bin/oxfmt"), [DOCUMENT]);
}
