import { PROCESSES } from "@tms/stack/system/system";
import type { Gauges } from "./watch.ts";

const MB = 1024 * 1024;
// Caches that have a bound may fill up, code is compiled: what leaks under attack is more.
const HEAP_GROWTH = 24 * MB;
const RSS_GROWTH = 96 * MB;
// Pools open connections as they need them, and close them when they please.
const HANDLE_GROWTH = 24;

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
    const { heapUsed, rss, handles } = gauges[name];
    return `${name} ${mb(heapUsed)}/${mb(rss)} MB ${handles} conn.`;
  }).join(", ");

const mb = (bytes: number): number => Math.round(bytes / MB);
