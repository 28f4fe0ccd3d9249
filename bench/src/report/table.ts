import type { Scenario } from "../scenario.ts";
import type { Report } from "./result.ts";

// The table leaves out a column without a larger value, such as that of an idle process.
const MIN_VALUE = 0.5;

/** Renders the medians and the ratios of a run in Markdown. */
export const renderTables = (scenario: Scenario, report: Report): string =>
  [renderSummaries(report), renderRatios(scenario, report)].filter(Boolean).join("\n\n");

function renderSummaries({ summaries }: Report): string {
  const names = [...new Set(summaries.flatMap((summary) => Object.keys(summary.values)))].filter(
    (name) => summaries.some(({ values }) => Math.abs(values[name] ?? 0) >= MIN_VALUE),
  );
  const rows = summaries.map(({ point, series, values }) => [
    point,
    series,
    ...names.map((name) => formatFigure(values[name])),
  ]);
  return renderTable(["at", "what", ...names], rows, 2);
}

function renderRatios(scenario: Scenario, { ratios }: Report): string {
  if (ratios.length === 0) return "";
  const points = [...new Set(ratios.map((ratio) => ratio.point))];
  const rows = scenario.ratios.flatMap(([series, base]) => {
    const cells = points.map((point) => {
      const ratio = ratios.find((r) => r.point === point && r.series === series && r.base === base);
      if (ratio === undefined) return "";
      const { median, min, max } = ratio;
      return `${formatRatio(median)} (${formatRatio(min)} to ${formatRatio(max)})`;
    });
    return cells.some(Boolean) ? [[`${series} ÷ ${base}`, ...cells]] : [];
  });
  return renderTable([`${scenario.primary} at`, ...points], rows, 1);
}

/** Renders a table that holds words in its first columns and figures in all others. */
const renderTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  wordColumns: number,
): string =>
  [head, head.map((_, index) => (index < wordColumns ? "---" : "--:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");

/** Formats a figure with three digits or more. */
function formatFigure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "";
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  if (size >= 10) return value.toFixed(1);
  return value === 0 ? "0" : value.toFixed(2);
}

const formatRatio = (value: number): string =>
  value >= 2 ? `${formatFigure(value)}×` : `${formatFigure(value * 100)}%`;
