import pg from "pg";
import type { DatabaseConfig } from "../process/config.ts";
import type { Logger } from "../process/log.ts";
import { over, type Db } from "./handle.ts";
import { keepPlansFresh } from "./plans.ts";
import { readPostgresTime } from "./postgres-time.ts";

/** A connection pool. */
export type Pool = pg.Pool;

const MIN_IDLE = 2;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;

// Statements are planned once per connection: a plan made for each set of values costs more
// than it gains. Such a plan may be made while a table is still empty, when reading all of it
// seems cheapest; every query of these services is by key, so that is never right for long. Which
// index is right shows only as a table grows: see plans.ts.
const PLANNING = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off";

// For the same reason a query names the columns it reads: planned for `*`, it would fail on every
// connection as soon as a migration beneath it adds a column.

// Queries issued together travel together; they are executed and answered in order.
const PIPELINED = { pipeline: true };

const types = new pg.TypeOverrides();
// bigint columns hold money and counts: exact, never a double.
types.setTypeParser(pg.types.builtins.INT8, BigInt);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readPostgresTime);

/** Opens the service's own database. Connections are made when first needed. */
export function openDatabase(config: DatabaseConfig, name: string, log: Logger): Db {
  return over(openPool(config, name, log));
}

/** Opens the pool alone, for those who write their queries themselves. */
export function openPool(config: DatabaseConfig, name: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...PIPELINED,
    connectionString: config.url,
    // Connecting takes as long as the whole of most calls, and a new connection has no plans.
    min: Math.min(MIN_IDLE, config.poolSize),
    max: config.poolSize,
    application_name: `tms-${name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // A little later than the server's own limit, for when the server itself is gone.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    types,
    options: PLANNING,
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
  // The pool listens to idle connections alone. One that ends while it changes hands, or while it
  // is held, would end the process; whoever holds it learns of it by the query that fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  keepPlansFresh(pool);
  return pool;
}
