import { Group, Text, useComputedColorScheme } from "@mantine/core";
import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import uPlot from "uplot";
import type { TimelinePoint } from "../../../../api/types.ts";
import { Dot } from "../../../../components/values/dot.tsx";
import { formatMoney, type Currency } from "../../../../components/values/amount.ts";
import { chartOptions } from "./chart-options.ts";

interface TimelineChartProps {
  timeline: readonly TimelinePoint[];
  currency: Currency;
  isFree: boolean;
  /** Whether nothing comes after the last point. */
  isOver: boolean;
}

const clock = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** Pool and entries over time; the figures above it are those of the moment pointed at. */
export function TimelineChart({ timeline, currency, isFree, isOver }: TimelineChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  useChart(place, { timeline, currency, isFree }, setPointed);
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
          {pointed === undefined ? (isOver ? "At the end" : "Now") : clock.format(new Date(at))}
        </Text>
      </Group>
      <div
        ref={place}
        role="img"
        aria-label={`Chart of pool and entries over time. ${isOver ? "At the end" : "Now"}: ${pool}, ${figures}`}
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

/** Keeps a chart drawn in a place, as wide as the place is. */
function useChart(
  place: RefObject<HTMLDivElement | null>,
  { timeline, currency, isFree }: Omit<TimelineChartProps, "isOver">,
  onPoint: (index: number | undefined) => void,
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
