import { Gauge } from "prom-client";
import { singleFlight } from "../batching/single-flight.ts";
import { withTimeout } from "../process/timeout.ts";

/** A figure that is read anew whenever somebody asks for the metrics. */
export interface Reading {
  name: string;
  help: string;
  /** The figure now; undefined when there is none to tell. */
  read: () => Promise<number | undefined>;
}

// Less than scrapers wait for, and as long as a probe waits for the database.
const LIMIT_MS = 2_000;

/** A gauge of a reading. It is left out while the reading fails or takes too long, for it would be stale. */
export function gaugeOf({ name, help, read }: Reading): Gauge {
  // However many ask at once, and however slowly it is answered, one question is under way.
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
