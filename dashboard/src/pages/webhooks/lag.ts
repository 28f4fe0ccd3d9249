import dayjs from "dayjs";
import duration from "dayjs/plugin/duration.js";
import relativeTime from "dayjs/plugin/relativeTime.js";
import type { Endpoint } from "../../api/types.ts";

dayjs.extend(duration);
dayjs.extend(relativeTime);

const COUNT = new Intl.NumberFormat();
const MINUTE_S = 60;

/** What becomes of events that were sent and not taken. */
export type Undelivered = "some retrying" | "some failed" | "none";

/** Whether events are known not to arrive. */
export const hasTrouble = (state: Endpoint["state"]): boolean =>
  state === "failing" || state === "disabled";

/**
 * How far an endpoint is behind, in words. One that was sent everything is up to date only if it took
 * everything.
 */
export function lagOf(
  { lag: { events }, state }: Pick<Endpoint, "lag" | "state">,
  undelivered: Undelivered | undefined,
): string {
  if (events > 0) return `${COUNT.format(events)} event${events === 1 ? "" : "s"}`;
  if (undelivered !== undefined && undelivered !== "none") return `all sent, ${undelivered}`;
  return hasTrouble(state) ? "all sent" : "up to date";
}

/** For how long the oldest of these events has waited; undefined where none does. */
export function waitedFor({ lag: { events, seconds } }: Endpoint): string | undefined {
  if (events === 0) return undefined;
  return seconds < MINUTE_S
    ? `waiting for ${seconds} s`
    : `waiting for ${dayjs.duration(seconds, "seconds").humanize()}`;
}
