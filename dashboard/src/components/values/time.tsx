import { Tooltip } from "@mantine/core";
import dayjs from "dayjs";
import relativeTime from "dayjs/plugin/relativeTime.js";
import { useEffect, useState } from "react";

dayjs.extend(relativeTime);

const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const LONG = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

interface TimeProps {
  at: string;
  /** Says how long ago it was, from `now`, real time when absent. */
  relative?: boolean;
  now?: number;
  /** Shows seconds, by which the lines of a log are told apart. */
  seconds?: boolean;
}

/** A moment in the viewer's zone; in UTC on hover. */
export const Time = ({ at, relative = false, now = Date.now(), seconds = false }: TimeProps) => (
  <Tooltip label={utc(at)}>
    <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
      {relative ? dayjs(at).from(now) : formatTime(at, seconds)}
    </time>
  </Tooltip>
);

/** A moment in the viewer's zone, as a text. */
export const formatTime = (at: string, seconds = false): string =>
  (seconds ? LONG : SHORT).format(new Date(at));

/** The same for tables of many rows, where a tooltip for each would hold up scrolling. */
export const PlainTime = ({ at, seconds = false }: Pick<TimeProps, "at" | "seconds">) => (
  <time dateTime={at} title={utc(at)}>
    {formatTime(at, seconds)}
  </time>
);

const utc = (at: string): string =>
  new Date(at).toISOString().replace("T", " ").replace("Z", " UTC");

/** The present moment, told anew as time goes by. */
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

/** How long something takes, to the second in its last hour: 3 d 4 h, 4 h 12 min, 12 min 5 s. */
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
