import { Group, Text, useComputedColorScheme } from "@mantine/core";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import type { TimelinePoint } from "../../../api/schema.d.ts";
import { type Currency, formatMoney } from "../../../components/amount.ts";
import { Dot } from "../../../components/values.tsx";
import { useEnvironment } from "../../../environment.ts";
import { isFinal } from "../lifecycle.ts";
import { useTournament } from "../queries.ts";

const clock = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

export function TimelineChart({ timeline }: { timeline: readonly TimelinePoint[] }) {
  const { entryFee, status } = useTournament();
  const isFree = entryFee === 0;
  const now = isFinal(status) ? "At the end" : "Now";
  const currency = useEnvironment().game;
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  useChart(place, timeline, { currency, isFree, onPoint: setPointed });
  const point = timeline[pointed ?? timeline.length - 1] ?? timeline.at(-1);
  if (point === undefined) return null;
  const { entries, eliminated, prizePool, at } = point;
  const pool = formatMoney(prizePool, currency);
  const figures = `${entries} entries, ${eliminated} eliminated`;
  return (
    <>
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="md">
          {!isFree && <Legend color="indigo" name="Pool" value={pool} />}
          <Legend color="teal" name="Entries" value={entries.toLocaleString()} />
          <Legend color="orange" name="Eliminated" value={eliminated.toLocaleString()} />
        </Group>
        <Text size="xs" c="dimmed" style={{ fontVariantNumeric: "tabular-nums" }}>
          {pointed === undefined ? now : clock.format(new Date(at))}
        </Text>
      </Group>
      <div
        ref={place}
        role="img"
        aria-label={`Chart of pool and entries over time. ${now}: ${pool}, ${figures}`}
        style={{ width: "100%", height: 220 }}
      />
    </>
  );
}

const Legend = ({ color, name, value }: { color: string; name: string; value: string }) => (
  <Group gap={6} wrap="nowrap">
    <Dot color={color} />
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Text size="xs" fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
      {value}
    </Text>
  </Group>
);

function useChart(
  place: RefObject<HTMLDivElement | null>,
  timeline: readonly TimelinePoint[],
  { currency, isFree, onPoint }: Pick<ChartLook, "currency" | "isFree" | "onPoint">,
): void {
  const scheme = useComputedColorScheme();
  const chart = useRef<uPlot>(undefined);
  const data = useMemo<uPlot.AlignedData>(
    () => [
      timeline.map(({ at }) => Date.parse(at) / 1_000),
      timeline.map(({ prizePool }) => prizePool),
      timeline.map(({ entries }) => entries),
      timeline.map(({ eliminated }) => eliminated),
    ],
    [timeline],
  );
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const options = chartOptions({ element, currency, isFree, isDark: scheme === "dark", onPoint });
    const drawn = new uPlot(options, latest.current, element);
    chart.current = drawn;
    const observer = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
      chart.current = undefined;
    };
  }, [place, currency, isFree, scheme, onPoint]);
  useEffect(() => chart.current?.setData(data), [data]);
}

interface ChartLook {
  element: HTMLElement;
  currency: Currency;
  isFree: boolean;
  isDark: boolean;
  onPoint: (index: number | undefined) => void;
}

const FONT = '11px "Inter Variable", system-ui, sans-serif';
const LIGHT = { grid: "#eceef2", text: "#5b616e", pool: "#4c5fd5", area: "#4c5fd51c" };
const DARK = { grid: "#262a33", text: "#9a9ea9", pool: "#7180e3", area: "#7180e326" };
const ENTRIES = "#12b886";
const ELIMINATED = "#fd7e14";

function chartOptions({ element, currency, isFree, isDark, onPoint }: ChartLook): uPlot.Options {
  const colors = isDark ? DARK : LIGHT;
  const axis = { stroke: colors.text, font: FONT, ticks: { show: false } };
  const quiet = { ...axis, grid: { show: false } };
  const lined = { ...axis, grid: { stroke: colors.grid, width: 1 } };
  const people: uPlot.Axis = {
    ...(isFree ? lined : quiet),
    scale: "people",
    // The enum of uPlot's axis sides exists only as a type: 3 is left, 1 is right.
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
    side: isFree ? 3 : 1,
    size: 52,
    incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6],
    values: (_, values) => values.map((value) => value.toLocaleString()),
  };
  const money: uPlot.Axis = {
    ...lined,
    scale: "money",
    size: 56,
    values: (_, values) => values.map((value) => formatMoney(value, currency, { short: true })),
  };
  const line = { width: 1.75, points: { show: false }, scale: "people" };
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, isFree ? 16 : 4, 0, 4],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: { time: true }, money: { range: fromZero }, people: { range: fromZero } },
    axes: [
      { ...quiet, size: 28, space: 90, incrs: APART_S, values: formatTimes },
      ...(isFree ? [] : [money]),
      people,
    ],
    series: [
      {},
      {
        scale: "money",
        show: !isFree,
        stroke: colors.pool,
        fill: colors.area,
        width: 2,
        points: { show: false },
      },
      { ...line, stroke: ENTRIES },
      { ...line, stroke: ELIMINATED, dash: [4, 3] },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
}

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;
const APART_S = [
  [0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
  [1, 2, 5, 10, 15, 30],
  [1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_S),
  [1, 2, 3, 6, 12].map((hours) => hours * HOUR_S),
  [1, 2, 5, 10, 30, 90, 365].map((days) => days * DAY_S),
].flat();
const DAYS = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });
const HOURS = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const SECONDS = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const PARTS = new Intl.DateTimeFormat(undefined, {
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 2,
});

function formatTimes(_: uPlot, moments: number[], _axis: number, _space: number, apart: number) {
  const format = apart >= DAY_S ? DAYS : apart >= MINUTE_S ? HOURS : apart >= 1 ? SECONDS : PARTS;
  return moments.map((moment) => format.format(moment * 1_000));
}

const HEADROOM = 1.08;
const fromZero = (_: uPlot, _min: number, max: number): [number, number] => [
  0,
  Math.max(1, max * HEADROOM),
];
