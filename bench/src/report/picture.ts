import type { Scenario } from "../scenario.ts";
import { figure } from "./figures.ts";
import type { Summary } from "./result.ts";

const WIDTH = 760;
const LEFT = 150;
const BAR = 16;
const GAP = 14;
const TOP = 44;
const CHARACTER = 7;
const COLOURS = ["#2563eb", "#f59e0b", "#64748b", "#10b981", "#a855f7", "#ef4444"];

interface Bar {
  label: string;
  series: string;
  value: number;
  y: number;
}

/** Draws a scenario's primary value as bars, grouped by point, in SVG. */
export function draw({ title, primary }: Scenario, summaries: readonly Summary[]): string {
  const bars = layOut(summaries, primary);
  const names = [...new Set(bars.map((bar) => bar.series))];
  const most = Math.max(...bars.map((bar) => bar.value), Number.MIN_VALUE);
  const height = (bars.at(-1)?.y ?? TOP) + BAR + 3 * GAP;
  const room = WIDTH - LEFT - 10 * CHARACTER;
  const shapes = bars.map(({ label, series, value, y }) => {
    const width = Math.max(1, (value / most) * room);
    const middle = y + BAR - 4;
    return (
      (label && text(LEFT - 8, middle, label, `text-anchor="end"`)) +
      `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 2}" fill="${colourOf(names, series)}"/>` +
      text(LEFT + width + 6, middle, figure(value))
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#334155" role="img">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${text(12, 22, `${title}: ${primary}`, `font-weight="600" font-size="14"`)}
${shapes.join("\n")}
${legend(names, height - GAP)}
</svg>
`;
}

/** One below the other, those of one point close together; the first names the point. */
function layOut(summaries: readonly Summary[], primary: string): Bar[] {
  let y = TOP - GAP;
  let previous: string | undefined;
  return summaries.flatMap(({ point, series, values }) => {
    const value = values[primary];
    if (value === undefined) return [];
    const begins = point !== previous;
    y += begins ? GAP : 0;
    const bar = { label: begins ? point : "", series, value, y };
    y += BAR;
    previous = point;
    return [bar];
  });
}

function legend(names: readonly string[], y: number): string {
  let x = LEFT;
  return names
    .map((name) => {
      const at = x;
      x += name.length * CHARACTER + 32;
      return `<rect x="${at}" y="${y - 9}" width="10" height="10" fill="${colourOf(names, name)}"/>${text(at + 15, y, name)}`;
    })
    .join("\n");
}

const colourOf = (names: readonly string[], name: string): string =>
  COLOURS[names.indexOf(name) % COLOURS.length] ?? "";

const text = (x: number, y: number, content: string, attributes = ""): string =>
  `<text x="${x.toFixed(1)}" y="${y}" ${attributes}>${escape(content)}</text>`;

const escape = (content: string): string =>
  content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
