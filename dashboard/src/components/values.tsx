import { Badge, Box, Text, Tooltip } from "@mantine/core";
import dayjs from "dayjs";
import relativeTime from "dayjs/plugin/relativeTime.js";
import { type ReactNode, useEffect, useState } from "react";
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

const COLORS: Readonly<Record<string, string>> = {
  live: "teal",
  test: "yellow",
  active: "teal",
  rolling: "yellow",
  expires_soon: "yellow",
  failing: "red",
  disabled: "red",
  delivered: "teal",
  retrying: "yellow",
  failed: "red",
  in: "teal",
  disqualified: "red",
  counted: "teal",
  paid: "teal",
  held: "yellow",
  published: "teal",
  settling: "orange",
  completed: "indigo",
  cancelled: "red",
};

/** Returns the color of a mode or a state. States that need no attention are gray. */
export const toColor = (state: string): string => COLORS[state] ?? "gray";

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
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats a duration: 3 d 4 h, 4 h 12 min, 12 min 5 s. */
export function formatDuration(ms: number): string {
  const left = Math.max(0, ms);
  const days = Math.floor(left / DAY_MS);
  const hours = Math.floor((left % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((left % HOUR_MS) / MINUTE_MS);
  const seconds = Math.floor((left % MINUTE_MS) / SECOND_MS);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`;
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
