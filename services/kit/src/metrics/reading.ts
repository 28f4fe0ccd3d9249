import { Gauge } from "prom-client";
import { singleFlight } from "../batching/single-flight.ts";
import { withTimeout } from "../process/timeout.ts";

/** A value that is read whenever the metrics are collected. */
export interface Reading {
  name: string;
  help: string;
  /** Returns the value; undefined if there is none. */
  read: () => Promise<number | undefined>;
}

// The time limit of a reading. It is less than the timeout of scrapers, and equal to the limit of a readiness
// check.
const LIMIT_MS = 2_000;

/** Creates a gauge of a reading. If the reading fails or takes too long, the gauge has no value. */
export function gaugeOf({ name, help, read }: Reading): Gauge {
  // Simultaneous scrapes share one read, even if the read is slow.
  const flight = singleFlight<number | undefined>();
  const gauge = new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      const asked = flight(name, read).catch(() => undefined);
      const figure = await withTimeout<number | undefined>(asked, LIMIT_MS, () => undefined);
      if (figure === undefined) gauge.remove();
      else gauge.set(figure);
    },
  });
  return gauge;
}
