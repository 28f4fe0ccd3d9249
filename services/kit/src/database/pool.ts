import pg from "pg";
import type { DatabaseConfig } from "../process/config.ts";
import type { Logger } from "../process/log.ts";
import { over, type Db } from "./handle.ts";
import { PatientPool } from "./patient-pool.ts";
import { keepPlansFresh } from "./plans.ts";

/**
 * Startup options of Postgres that statements and row parsers rely on, whatever the defaults of the database
 * are.
 */
export const SESSION_SETTINGS =
  "-c datestyle=ISO,MDY -c timezone=UTC -c intervalstyle=postgres -c bytea_output=hex " +
  "-c extra_float_digits=1 -c array_nulls=on -c transform_null_equals=off " +
  "-c standard_conforming_strings=on -c default_transaction_isolation=read\\ committed";

const readAny: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
const UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/;

/**
 * Reads a time in the format of Postgres. In UTC the format is nearly ISO 8601, which JavaScript parses twice
 * as fast as other formats. The speed matters, because a page of standings contains 150 times.
 */
export const readPostgresTime = (text: string): Date =>
  UTC.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAny(text);

export type Pool = pg.Pool;

const MIN_IDLE = 2;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

// Statements are planned once per connection, because planning for each set of values costs more than it
// gains. A plan made while a table is empty would scan the whole table. Every query of these services uses a
// key, so scans are switched off. The best index shows only as a table grows; see plans.ts. The estimated
// cost of a generic plan is too high, so that JIT would compile the plan on each execution. Therefore JIT is
// off.
const PLANNING = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", jit: "off" };

const PLANNING_OPTIONS = Object.entries(PLANNING)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");

/** Settings that the role of a service also has, because some connection poolers drop startup options. */
export const ROLE_SETTINGS = {
  ...PLANNING,
  statement_timeout: `${STATEMENT_TIMEOUT_MS / 1_000}s`,
  idle_in_transaction_session_timeout: `${STATEMENT_TIMEOUT_MS / 1_000}s`,
};

// Queries name the columns that they read. A statement that was planned for `*` fails on every connection as
// soon as a migration adds a column.

// Queries that are issued together are sent together. They are executed and answered in order.
const PIPELINED = { pipeline: true };

const types = new pg.TypeOverrides();
// bigint columns hold money and counts, which must be exact.
types.setTypeParser(pg.types.builtins.INT8, BigInt);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readPostgresTime);

export function openDatabase(config: DatabaseConfig, name: string, log: Logger): Db {
  return over(openPool(config, name, log));
}

/** Opens a pool without a query builder. */
export function openPool(config: DatabaseConfig, name: string, log: Logger): pg.Pool {
  const pool = new PatientPool({
    ...PIPELINED,
    connectionString: config.url,
    // Some connections stay open, because connecting takes longer than most calls, and a new connection has
    // no plans.
    min: Math.min(MIN_IDLE, config.poolSize),
    max: config.poolSize,
    application_name: `tms-${name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // A little longer than the limit of the server, in case the server is gone.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    // By default, Linux probes an idle connection only after two hours.
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types,
    options: `${PLANNING_OPTIONS} ${SESSION_SETTINGS}`,
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
  // The pool listens only to idle connections. Without this listener, a connection that breaks while it is in
  // use would end the process. The query on the connection reports the failure.
  pool.on("connect", (client) => client.on("error", () => undefined));
  keepPlansFresh(pool);
  return pool;
}

/**
 * Returns a connection outside the pool, with the pool's settings, for long locks and for listening. The
 * caller connects it. `more` are further server settings.
 */
export function ownConnection({ $client: { options } }: Db, more = ""): pg.Client {
  const { connectionString, options: settings = "", ...others } = options;
  return new pg.Client({
    ...others,
    ...(connectionString !== undefined && { connectionString }),
    options: `${settings} ${more}`.trim(),
  });
}

/**
 * Returns a check that the database accepts writes. The check closes a connection to a read-only server, so
 * that the next connection reaches the new leader.
 */
export const databaseReady = (db: Db) => async (): Promise<boolean> => {
  const client = await db.$client.connect();
  let isWritable = false;
  try {
    const { rows } = await client.query<{ isWritable: boolean }>(
      `SELECT NOT current_setting('transaction_read_only')::boolean AS "isWritable"`,
    );
    isWritable = rows[0]?.isWritable ?? false;
  } finally {
    client.release(!isWritable);
  }
  return isWritable;
};
