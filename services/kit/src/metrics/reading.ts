import { Gauge } from "prom-client";
import { singleFlight } from "../batching/single-flight.ts";
import { withTimeout } from "../process/timeout.ts";

export interface Reading {
  name: string;
  help: string;
  read: () => Promise<number | undefined>;
}

// Less than the timeout of scrapers.
const LIMIT_MS = 2_000;

/** Creates a gauge that is read at each scrape. It has no value if `read` fails or takes over 2 seconds. */
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
