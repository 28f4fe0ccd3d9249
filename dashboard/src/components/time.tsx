import { Tooltip } from "@mantine/core";
import dayjs from "dayjs";
import relativeTime from "dayjs/plugin/relativeTime.js";

dayjs.extend(relativeTime);

const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A moment in the viewer's zone; in UTC on hover. */
export const Time = ({ at, relative = false }: { at: string; relative?: boolean }) => (
  <Tooltip label={utc(at)}>
    <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
      {relative ? dayjs(at).fromNow() : SHORT.format(new Date(at))}
    </time>
  </Tooltip>
);

/** The same for tables of many rows, where a tooltip for each would hold up scrolling. */
export const PlainTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={utc(at)}>
    {SHORT.format(new Date(at))}
  </time>
);

const utc = (at: string): string =>
  new Date(at).toISOString().replace("T", " ").replace("Z", " UTC");
