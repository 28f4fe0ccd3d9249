import type { Scenario } from "../scenario.ts";
import { figure, multiple } from "./figures.ts";
import type { Report } from "./result.ts";

// A column in which nothing reaches this, such as a process that had no part, is left out.
const LEAST = 0.5;

/** A run in Markdown: the medians, and what is a multiple of what. */
export const describe = (scenario: Scenario, report: Report): string =>
  [summaryTable(report), ratioTable(scenario, report)].filter(Boolean).join("\n\n");

function summaryTable({ summaries }: Report): string {
  const names = [...new Set(summaries.flatMap((summary) => Object.keys(summary.values)))].filter(
    (name) => summaries.some(({ values }) => Math.abs(values[name] ?? 0) >= LEAST),
  );
  const rows = summaries.map(({ point, series, values }) => [
    point,
    series,
    ...names.map((name) => figure(values[name])),
  ]);
  return table(["at", "what", ...names], rows, 2);
}

function ratioTable(scenario: Scenario, { ratios }: Report): string {
  if (ratios.length === 0) return "";
  const points = [...new Set(ratios.map((ratio) => ratio.point))];
  const rows = scenario.ratios.flatMap(([series, base]) => {
    const cells = points.map((point) => {
      const ratio = ratios.find((r) => r.point === point && r.series === series && r.base === base);
      if (ratio === undefined) return "";
      const { median, least, most } = ratio;
      return `${multiple(median)} (${multiple(least)} to ${multiple(most)})`;
    });
    return cells.some(Boolean) ? [[`${series} ÷ ${base}`, ...cells]] : [];
  });
  return table([`${scenario.primary} at`, ...points], rows, 1);
}

/** A table whose first columns hold words and whose others hold figures. */
const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  words: number,
): string =>
  [head, head.map((_, index) => (index < words ? "---" : "--:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
