import { Badge, Box, Text, Tooltip } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import dayjs from "dayjs";
import relativeTime from "dayjs/plugin/relativeTime.js";
import { type ReactNode, useState } from "react";
import { useEnvironment } from "../environment.ts";
import { type Amount, formatMoney } from "./amount.ts";
import { Fine } from "./inline.tsx";
import classes from "./values.module.css";

dayjs.extend(relativeTime);

/** Returns the label of a word of the API: `entry_fee` becomes "Entry fee". */
export function toLabel(word: string): string {
  const text = word.replaceAll("_", " ").replaceAll(/[A-Z]/g, (letter) => ` ${letter}`);
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

export const toChoices = <W extends string>(words: readonly W[]) =>
  words.map((value) => ({ value, label: toLabel(value) }));

/** Returns the choices of a field from their labels by value. */
export const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const STATES: Readonly<Record<string, readonly string[]>> = {
  teal: ["live", "active", "delivered", "in", "counted", "paid", "published"],
  yellow: ["test", "rolling", "expires_soon", "retrying", "held"],
  orange: ["settling"],
  red: ["failing", "disabled", "failed", "disqualified", "cancelled"],
  indigo: ["completed"],
};

/** Returns the color of a mode or a state. States that need no attention are gray. */
export const toColor = (state: string): string =>
  Object.keys(STATES).find((color) => STATES[color]?.includes(state)) ?? "gray";

interface StateProps {
  state: string;
  label?: string;
  color?: string;
}

export const StateBadge = ({ state, label, color }: StateProps) => (
  <Badge color={color ?? toColor(state)} style={{ flexShrink: 0, minWidth: "max-content" }}>
    {label ?? toLabel(state)}
  </Badge>
);

export const StateMark = ({ state, label, color }: StateProps) => (
  <span style={{ display: "inline-flex", gap: 8, alignItems: "center" }}>
    <Dot color={color ?? toColor(state)} />
    {label ?? toLabel(state)}
  </span>
);

export const Dot = ({ color }: { color: string }) => (
  <span
    aria-hidden="true"
    style={{
      flexShrink: 0,
      width: 8,
      height: 8,
      borderRadius: "50%",
      background: `var(--mantine-color-${color}-6)`,
    }}
  />
);

const MAX_LETTERS = 60;

export function endpointName(url: string): string {
  const { host, pathname, search } = new URL(url);
  const name = `${host}${pathname === "/" ? "" : pathname}${search}`;
  return name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name;
}

/** Formats a duration with its largest unit: 5 minutes, an hour. */
export const humanize = (ms: number): string => dayjs().add(ms, "ms").fromNow(true);

const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const LONG = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

interface TimeProps {
  at: string | null | undefined;
  /** The text without a time. */
  none?: string;
  relative?: boolean;
  now?: number;
  seconds?: boolean;
}

export function Time({ at, none = "–", relative, now = Date.now(), seconds }: TimeProps) {
  if (at === null || at === undefined) return none;
  return (
    <Tooltip label={utc(at)}>
      <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
        {relative ? dayjs(at).from(now) : formatTime(at, seconds)}
      </time>
    </Tooltip>
  );
}

export const formatTime = (at: string, seconds = false): string =>
  (seconds ? LONG : SHORT).format(new Date(at));

/** A cheaper `Time` for long tables. Tooltips would slow down scrolling. */
export const PlainTime = ({ at, seconds = false }: { at: string; seconds?: boolean }) => (
  <time dateTime={at} title={utc(at)}>
    {formatTime(at, seconds)}
  </time>
);

const utc = (at: string): string =>
  new Date(at).toISOString().replace("T", " ").replace("Z", " UTC");

export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), everyMs, { autoInvoke: true });
  return now;
}

const UNITS = [
  { unit: "d", ms: 86_400_000, max: Infinity },
  { unit: "h", ms: 3_600_000, max: 24 },
  { unit: "min", ms: 60_000, max: 60 },
  { unit: "s", ms: 1_000, max: 60 },
];

/** Formats a duration with its two largest units: 3 d 4 h, 4 h 12 min, 12 min 5 s. */
export function formatDuration(duration: number): string {
  const first = UNITS.findIndex(({ ms }) => duration >= ms);
  if (first === -1) return "0 s";
  return UNITS.slice(first, first + 2)
    .map(({ unit, ms, max }) => `${Math.floor(duration / ms) % max} ${unit}`)
    .join(" ");
}

interface FiguresProps {
  children: ReactNode;
  /** Lays out six figures so that no row has a single figure. */
  isSix?: boolean;
}

export const Figures = ({ children, isSix = false }: FiguresProps) => (
  <dl className={`${classes["figures"]} ${isSix ? classes["six"] : ""}`}>{children}</dl>
);

interface FigureProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

const NUMBER = {
  letterSpacing: "-0.01em",
  fontVariantNumeric: "tabular-nums",
  overflowWrap: "anywhere",
} as const;

export const Figure = ({ label, value, note }: FigureProps) => (
  <Box flex="1 1 148px" p="md" bg="var(--mantine-color-body)">
    <Text component="dt" size="xs" c="dimmed" fw={500}>
      {label}
    </Text>
    <dd style={{ margin: "4px 0 0" }}>
      <Text component="div" fw={620} fz="1.25rem" lh={1.3} style={NUMBER}>
        {value}
      </Text>
      {note !== undefined && <Fine mt={2}>{note}</Fine>}
    </dd>
  </Box>
);

interface TimeFigureProps {
  label: string;
  at: string;
  now?: number;
}

export const TimeFigure = ({ label, at, ...props }: TimeFigureProps) => (
  <Figure label={label} value={<Time at={at} relative {...props} />} note={<Time at={at} />} />
);

interface MoneyProps {
  amount: Amount;
  signed?: boolean;
}

export const PlainMoney = ({ amount, signed = false }: MoneyProps) =>
  formatMoney(amount, useEnvironment().game, { signed });

export const Money = (props: MoneyProps) => (
  <Text
    component="span"
    inherit
    style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}
  >
    <PlainMoney {...props} />
  </Text>
);
