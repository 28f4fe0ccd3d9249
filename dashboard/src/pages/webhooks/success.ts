import { formatPercent } from "../../components/values/percent.ts";

/** What became of the requests of a day. */
export interface LastDay {
  attempts: number;
  failures: number;
}

const COUNT = new Intl.NumberFormat();
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
