import { Gauge } from "prom-client";
import { singleFlight } from "../batching/shared-calls.ts";
import type { Queryable } from "../database/handle.ts";
import type { Pool } from "../database/pool.ts";
import { withTimeout } from "../process/timeout.ts";

interface Reading {
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

export function poolGauges(pool: Pool): Gauge[] {
  const connections: Gauge<"state"> = new Gauge({
    name: "tms_database_connections",
    help: "Open connections to Postgres, by state",
    labelNames: ["state"],
    registers: [],
    collect() {
      connections.set({ state: "idle" }, pool.idleCount);
      connections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
    },
  });
  const help = "Transactions and queries waiting for a connection to Postgres";
  const read = async () => pool.waitingCount;
  return [connections, gaugeOf({ name: "tms_database_waiting", help, read })];
}

/** Returns a function that reads the column `figure` of a query's only row. */
export const figureOf = (db: Queryable, query: string) => async (): Promise<number | undefined> => {
  const { rows } = await db.$client.query<{ figure: number }>(query);
  return rows[0]?.figure;
};

/** Returns a function that counts rows, up to `max`. `rows` is the SQL after FROM. */
export const countOf = (db: Queryable, rows: string, max: number) =>
  figureOf(db, `SELECT count(*)::float8 AS figure FROM (SELECT FROM ${rows} LIMIT ${max}) counted`);

const ageOfOldest = (db: Queryable, rows: string) =>
  figureOf(
    db,
    `SELECT coalesce(extract(epoch FROM clock_timestamp() - (
       SELECT created_at FROM ${rows} ORDER BY id LIMIT 1)), 0)::float8 AS figure`,
  );

export const stagedEvents = (db: Queryable): Gauge =>
  gaugeOf({
    name: "tms_events_staged_oldest_seconds",
    help: "Age of the oldest event that the events service has not recorded; 0 if there is none",
    read: ageOfOldest(db, "event_out"),
  });

export const outboxBacklog = (db: Queryable): Gauge[] => [
  gaugeOf({
    name: "tms_outbox_oldest_seconds",
    help: "Age of the oldest undelivered message, without dead messages; 0 if there is none",
    // The age is measured from `created_at`, because each attempt changes `due_at`.
    read: ageOfOldest(db, "outbox WHERE dead_at IS NULL"),
  }),
  gaugeOf({
    name: "tms_outbox_dead_messages",
    help: "Messages whose delivery was given up and needs an operator; counted up to 1,000",
    read: countOf(db, "outbox WHERE dead_at IS NOT NULL", 1_000),
  }),
];
