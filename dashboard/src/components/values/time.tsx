import { Tooltip } from "@mantine/core";
import dayjs from "dayjs";
import relativeTime from "dayjs/plugin/relativeTime.js";

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
