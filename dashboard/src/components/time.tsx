import { Tooltip } from "@mantine/core";
import dayjs from "dayjs";
import relativeTime from "dayjs/plugin/relativeTime.js";

dayjs.extend(relativeTime);

const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

interface TimeProps {
  at: string;
  /** Says how long ago it was, from `now`, real time when absent. */
  relative?: boolean;
  now?: number;
}

/** A moment in the viewer's zone; in UTC on hover. */
export const Time = ({ at, relative = false, now = Date.now() }: TimeProps) => (
  <Tooltip label={utc(at)}>
    <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
      {relative ? dayjs(at).from(now) : formatTime(at)}
    </time>
  </Tooltip>
);

/** A moment in the viewer's zone, as a text. */
export const formatTime = (at: string): string => SHORT.format(new Date(at));

/** The same for tables of many rows, where a tooltip for each would hold up scrolling. */
export const PlainTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={utc(at)}>
    {formatTime(at)}
  </time>
);

const utc = (at: string): string =>
  new Date(at).toISOString().replace("T", " ").replace("Z", " UTC");
