import pg from "pg";
import type { DatabaseConfig } from "../process/config.ts";
import type { Logger } from "../process/log.ts";
import { over, type Db } from "./handle.ts";
import { keepPlansFresh } from "./plans.ts";
import { readPostgresTime } from "./postgres-time.ts";
import { SESSION_SETTINGS } from "./session-settings.ts";

/** A connection pool. */
export type Pool = pg.Pool;

const MIN_IDLE = 2;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

// Statements are planned once per connection: planning for each set of values costs more than it
// gains. A plan made while a table is empty would scan the whole table; every query of these
// services goes by a key, so scans are switched off. Which index is best shows only as a table
// grows: see plans.ts. A plan for any values looks dearer than it is, and a Postgres that can compile
// plans would do so with each execution.
const PLANNING = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off";

// Queries name the columns they read: a statement planned for `*` fails on every connection as soon
// as a migration adds a column.

// Queries issued together are sent together, and executed and answered in order.
const PIPELINED = { pipeline: true };

const types = new pg.TypeOverrides();
// bigint columns hold money and counts: exact, never a double.
types.setTypeParser(pg.types.builtins.INT8, BigInt);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readPostgresTime);

/** Opens the service's own database. Connections are made when first needed. */
export function openDatabase(config: DatabaseConfig, name: string, log: Logger): Db {
  return over(openPool(config, name, log));
}

/** Opens a pool without a query builder. */
export function openPool(config: DatabaseConfig, name: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...PIPELINED,
    connectionString: config.url,
    // Connecting takes longer than most calls do, and a new connection has no plans.
    min: Math.min(MIN_IDLE, config.poolSize),
    max: config.poolSize,
    application_name: `tms-${name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // A little later than the server's own limit, in case the server itself is gone.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    // Without it Linux probes an idle connection after two hours.
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types,
    options: `${PLANNING} ${SESSION_SETTINGS}`,
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
  // The pool listens to idle connections only. Without this listener, a connection that breaks while
  // it is in use would end the process; its user notices by the query that fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  keepPlansFresh(pool);
  return pool;
}
