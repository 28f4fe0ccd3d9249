import pg from "pg";
import type { DatabaseConfig } from "../process/config.ts";
import type { Logger } from "../process/log.ts";
import { over, type Db } from "./handle.ts";
import { sqlState } from "./errors.ts";

/** Settings that statements and row parsers need. The settings override the defaults of the database. */
export const SESSION_SETTINGS =
  "-c datestyle=ISO,MDY -c timezone=UTC -c intervalstyle=postgres -c bytea_output=hex " +
  "-c extra_float_digits=1 -c array_nulls=on -c transform_null_equals=off " +
  "-c standard_conforming_strings=on -c default_transaction_isolation=read\\ committed";

const readAny: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
const UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/;

/**
 * Parses a timestamptz as Postgres writes it. A string in UTC is converted to ISO 8601, which JavaScript
 * parses twice as fast as the driver parses the original. The time matters, because a page of standings has
 * 150 timestamps.
 */
export const parsePostgresTime = (text: string): Date =>
  UTC.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAny(text);

export type Pool = pg.Pool;

const MIN_IDLE = 2;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

// A generic plan is made once per connection, because a plan for each set of values costs more than it gains.
// Sequential scans are off: every query can use an index, but a plan made for an empty table would scan the
// table. JIT is off, because Postgres overestimates the cost of generic plans, and would compile the plan for
// each execution.
const PLANNING = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", jit: "off" };

/** Settings that are also stored with the role of a service, because some poolers drop startup options. */
export const ROLE_SETTINGS = {
  ...PLANNING,
  statement_timeout: `${STATEMENT_TIMEOUT_MS / 1_000}s`,
  idle_in_transaction_session_timeout: `${STATEMENT_TIMEOUT_MS / 1_000}s`,
};

// Queries name their columns and do not use `*`, because a prepared statement with `*` fails on every
// connection after a migration adds a column.

// A query is sent without waiting for the answers to earlier queries. Postgres executes queries in order.
const PIPELINED = { pipeline: true };

const types = new pg.TypeOverrides();
// bigint columns hold money and counts, which must be exact.
types.setTypeParser(pg.types.builtins.INT8, BigInt);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parsePostgresTime);

export function openDatabase(config: DatabaseConfig, name: string, log: Logger): Db {
  const planning = Object.entries(PLANNING).map(([setting, value]) => `-c ${setting}=${value}`);
  const pool = new PatientPool({
    ...PIPELINED,
    connectionString: config.url,
    // Connections are kept, because connecting is slower than most calls, and a new connection has no plans.
    min: Math.min(MIN_IDLE, config.poolSize),
    max: config.poolSize,
    application_name: `tms-${name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // A second longer than the limit of Postgres. Applies if Postgres does not answer.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    // By default, Linux probes an idle connection only after two hours.
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types,
    options: [...planning, SESSION_SETTINGS].join(" "),
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
  // The pool handles only errors of idle connections. Without this listener, a connection that breaks while
  // it is in use would end the process.
  pool.on("connect", (client) => writeTogether(client.on("error", () => undefined)));
  keepPlansFresh(pool);
  return over(pool);
}

/** Uses one system call for queries that are issued together, so that Postgres wakes up only once. */
function writeTogether({ connection: { stream } }: pg.PoolClient): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  let isHeld = false;
  const release = () => {
    isHeld = false;
    stream.uncork();
  };
  stream.write = (...args: unknown[]): boolean => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      // Runs after all pending promise callbacks, because these callbacks may issue further queries.
      process.nextTick(release);
    }
    return write(...args);
  };
}

/** Returns a client outside the pool, for long locks and for LISTEN. The caller must connect and end it. */
export function ownConnection({ $client: { options } }: Db, more = ""): pg.Client {
  const { connectionString, options: settings = "", ...others } = options;
  return new pg.Client({
    ...others,
    ...(connectionString !== undefined && { connectionString }),
    options: `${settings} ${more}`.trim(),
  });
}

/** Returns a check that the database accepts writes. Closes a read-only connection to a standby. */
export const databaseReady = (db: Db) => async (): Promise<boolean> => {
  const client = await db.$client.connect();
  let isWritable = false;
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>(
      "SHOW transaction_read_only",
    );
    isWritable = rows[0]?.transaction_read_only === "off";
    return isWritable;
  } finally {
    client.release(!isWritable);
  }
};

// too_many_connections: the server, the database or the role has no free connection.
const TOO_MANY = "53300";
const PAUSE_MS = 50;
const HOLD_MS = 1_000;

type OnConnection = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (broken?: unknown) => void,
) => void;

/**
 * A pool that does not grow for a second after Postgres has refused a connection with too_many_connections.
 * The refused attempt is repeated every 50 ms, for up to three seconds.
 */
class PatientPool extends pg.Pool {
  readonly #max: number;
  #established = 0;
  #hold: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig & { max: number }) {
    super(config);
    this.#max = config.max;
    this.on("connect", () => this.#established++);
    this.on("remove", () => this.#established--);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnection: OnConnection): void;
  override connect(onConnection?: OnConnection): Promise<pg.PoolClient> | void {
    const until = performance.now() + CONNECT_TIMEOUT_MS;
    if (onConnection !== undefined) return this.#attempt(until, onConnection);
    return new Promise((resolve, reject) =>
      this.#attempt(until, (error, client) => (client ? resolve(client) : reject(error))),
    );
  }

  #attempt(until: number, onConnection: OnConnection): void {
    super.connect((error, client, release) => {
      if (sqlState(error) !== TOO_MANY || performance.now() > until)
        return onConnection(error, client, release);
      this.#holdBack();
      setTimeout(() => this.#attempt(until, onConnection), PAUSE_MS);
    });
  }

  #holdBack(): void {
    this.options.max = Math.max(1, this.#established);
    clearTimeout(this.#hold);
    this.#hold = setTimeout(() => (this.options.max = this.#max), HOLD_MS).unref();
  }
}

const LOOK_EVERY_MS = 1_000;
// If a table has grown by a smaller factor, its plans are still good.
const GROWTH = 2n;

interface TableSize {
  name: string;
  bytes: bigint;
  tidyBytes: bigint;
  tidied: bigint;
}

/**
 * Drops the plans of prepared statements when a table has doubled in size. While a table is nearly empty, the
 * planner cannot tell which index is best, but would keep its choice after the table has grown. The sizes are
 * read at most once a second, when a connection is acquired.
 */
function keepPlansFresh(pool: pg.Pool): void {
  const planned = new Map<string, Pick<TableSize, "bytes" | "tidied">>();
  const generationOf = new WeakMap<pg.PoolClient, number>();
  let generation = 0;
  let lookedAt = -Infinity;

  async function look(client: pg.PoolClient): Promise<void> {
    const { rows } = await client.query<TableSize>({
      name: "table-sizes",
      text: `SELECT relname AS name, pg_relation_size(oid) AS bytes,
          relpages * current_setting('block_size')::bigint AS "tidyBytes",
          pg_stat_get_vacuum_count(oid) + pg_stat_get_autovacuum_count(oid) +
            pg_stat_get_analyze_count(oid) + pg_stat_get_autoanalyze_count(oid) AS tidied
        FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
    });
    const grown = rows.some((row) => row.bytes > 0n && row.bytes >= GROWTH * plannedAt(row));
    for (const row of rows)
      planned.set(row.name, { tidied: row.tidied, bytes: grown ? row.bytes : plannedAt(row) });
    if (grown) generation++;
  }

  /** Returns the smallest size that a table may have had when the current plans were made. */
  function plannedAt({ name, bytes, tidyBytes, tidied }: TableSize): bigint {
    const before = planned.get(name) ?? { bytes: 0n, tidied };
    // VACUUM and ANALYZE drop plans. The current plans may date from the last run, at a size of `tidyBytes`.
    const sizes = [bytes, before.bytes, ...(tidied === before.tidied ? [] : [tidyBytes])];
    return sizes.reduce((one, other) => (one < other ? one : other));
  }

  pool.on("acquire", (client) => {
    // Failures are ignored: on a broken connection, the next query of the caller fails too.
    const ignore = () => undefined;
    if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = performance.now();
      look(client).catch(ignore);
    }
    if (generationOf.get(client) !== generation) client.query("DISCARD PLANS").catch(ignore);
    generationOf.set(client, generation);
  });
}
