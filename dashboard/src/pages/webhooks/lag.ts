import dayjs from "dayjs";
import duration from "dayjs/plugin/duration.js";
import relativeTime from "dayjs/plugin/relativeTime.js";
import type { Endpoint } from "../../api/types.ts";

dayjs.extend(duration);
dayjs.extend(relativeTime);

const COUNT = new Intl.NumberFormat();
const MINUTE_S = 60;

/** How many events an endpoint is behind, in words. */
export function lagOf({ lag: { events } }: Endpoint): string {
  if (events === 0) return "up to date";
  return `${COUNT.format(events)} event${events === 1 ? "" : "s"}`;
}

/** For how long the oldest of these events has waited; undefined where none does. */
export function waitedFor({ lag: { events, seconds } }: Endpoint): string | undefined {
  if (events === 0) return undefined;
  return seconds < MINUTE_S
    ? `for ${seconds} s`
    : `for ${dayjs.duration(seconds, "seconds").humanize()}`;
}
