import { PROCESSES } from "@tms/stack/system/system";
import type { Gauges } from "./watch.ts";

const MB = 1024 * 1024;
// Caches that have a bound may fill up, code is compiled: what leaks under attack is more.
const HEAP_GROWTH = 24 * MB;
const RSS_GROWTH = 96 * MB;
// Pools open connections as they need them, and close them when they please.
const HANDLE_GROWTH = 24;

// Five times what the dearest refusal takes, for the garbage of all others may fall into it: bodies
// that are parsed before they are refused take it three times and more.
const LONGEST_STALL_MS = 100;

/** Complains when one request of the public API could keep all others waiting. */
export const stalls = ({ gateway: { stallMs } }: Gauges): string[] =>
  stallMs > LONGEST_STALL_MS ? [`gateway kept its event loop for ${stallMs} ms`] : [];

/** In which process something grew without need, between two moments of an attack. */
export function growth(early: Gauges, late: Gauges): string[] {
  return PROCESSES.flatMap((name) => {
    const [from, to] = [early[name], late[name]];
    const held = (gauge: typeof from) => gauge.heapUsed + gauge.external;
    return [
      held(to) - held(from) > HEAP_GROWTH &&
        `${name} holds ${mb(held(to))} MB after ${mb(held(from))}`,
      to.rss - from.rss > RSS_GROWTH && `${name} takes ${mb(to.rss)} MB after ${mb(from.rss)}`,
      to.handles - from.handles > HANDLE_GROWTH &&
        `${name} has ${to.handles} connections after ${from.handles}`,
    ].filter((fault) => fault !== false);
  });
}

/** A line for people. */
export const gaugeText = (gauges: Gauges): string =>
  PROCESSES.map((name) => {
    const { heapUsed, rss, handles, stallMs } = gauges[name];
    return `${name} ${mb(heapUsed)}/${mb(rss)} MB ${handles} conn. ${stallMs} ms`;
  }).join(", ");

const mb = (bytes: number): number => Math.round(bytes / MB);
