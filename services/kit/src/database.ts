import pg from "pg";
import type { DatabaseConfig } from "./config.ts";
import type { Logger } from "./log.ts";
import { durably, type Step } from "./steps.ts";

/** A connection pool. */
export type Db = pg.Pool;
/** A connection inside a transaction. */
export type Tx = pg.PoolClient;
/** Either: what a query function takes first. */
export type Queryable = Pick<pg.Pool, "query">;

const MIN_IDLE = 2;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;

// Statements are planned once per connection: a plan made for each set of values costs more
// than it gains. Such a plan may be made while a table is still empty, when reading all of it
// seems cheapest; every query of these services is by key, so that is never right for long.
const PLANNING = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off";

// Queries issued together travel together; they are executed and answered in order.
const PIPELINED = { pipeline: true };

const types = new pg.TypeOverrides();
// bigint columns hold money and counts: exact, never a double.
types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** Opens a pool on the service's own database. Connections are made when first needed. */
export function openDatabase(config: DatabaseConfig, name: string, log: Logger): Db {
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
  return pool;
}

const TRANSACTION_ATTEMPTS = 4;
// serialization_failure and deadlock_detected: Postgres asks for a repeat.
const REPEATABLE = new Set(["40001", "40P01"]);
// read_only_sql_transaction: the server became a standby, and its successor is elsewhere.
const STANDBY = "25006";

/**
 * Runs `work` in a transaction and commits, which is the durable step. When Postgres asks for a
 * repeat the whole of it is repeated, at most three times; so it must do nothing but queries.
 * `repeatOn` names unique constraints that only a race can violate: the repeat then sees what
 * the winner wrote.
 */
export async function transaction<T>(
  db: Db,
  step: Step,
  work: (tx: Tx) => Promise<T>,
  repeatOn: readonly string[] = [],
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(db, step, work);
    } catch (error) {
      const repeatable =
        REPEATABLE.has(sqlState(error)) || repeatOn.includes(violatedConstraint(error));
      if (attempt >= TRANSACTION_ATTEMPTS || !repeatable) throw error;
    }
  }
}

async function attemptTransaction<T>(db: Db, step: Step, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.connect();
  let broken = false;
  const onError = () => void (broken = true);
  tx.on("error", onError);
  try {
    // Waited for: a query that travelled with a BEGIN that fails would be committed by itself.
    await tx.query("BEGIN");
    const result = await work(tx);
    const { command } = await durably(step, () => tx.query("COMMIT"));
    // Postgres answers so when a statement failed and `work` went on regardless.
    if (command !== "COMMIT") throw new Error("the transaction was rolled back, not committed");
    return result;
  } catch (error) {
    await tx.query("ROLLBACK").catch(() => void (broken = true));
    broken ||= sqlState(error) === STANDBY;
    throw error;
  } finally {
    tx.off("error", onError);
    tx.release(broken);
  }
}

/** The SQLSTATE of a failed query, or an empty text. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? "") : "";
}

/** The constraint a query ran into, or an empty text. */
export function violatedConstraint(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.constraint ?? "") : "";
}
