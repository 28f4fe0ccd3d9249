import dayjs from "dayjs";
import duration from "dayjs/plugin/duration.js";
import relativeTime from "dayjs/plugin/relativeTime.js";
import type { Endpoint } from "../../api/types.ts";
import { formatPercent } from "../../components/values/amount.ts";

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

/** What became of the requests of a day. */
export interface LastDay {
  attempts: number;
  failures: number;
}

// The API counts no further.
const MOST_COUNTED = 10_000;
const TENTHS = 10;
const HUNDRED = 100;

/** The share of attempts that succeeded, in words. Rounded down: one failure is never "100%". */
export function successRate({ attempts, failures }: LastDay): string {
  if (attempts === 0) return "–";
  const percent = ((attempts - failures) / attempts) * HUNDRED;
  return formatPercent(Math.floor(percent * TENTHS) / TENTHS);
}

/** What the share is out of. */
export function outOf({ attempts, failures }: LastDay): string {
  if (attempts === 0) return "no attempts";
  const all = `${attempts < MOST_COUNTED ? "" : "the newest "}${COUNT.format(attempts)}`;
  return `${COUNT.format(failures)} of ${all} attempt${attempts === 1 ? "" : "s"} failed`;
}
