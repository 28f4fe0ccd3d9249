import pg from "pg";
import type { DatabaseConfig } from "../process/config.ts";
import type { Logger } from "../process/log.ts";
import { over, type Db } from "./handle.ts";
import { sqlState } from "./errors.ts";

/** Settings that statements and row parsers rely on, whatever the defaults of the database are. */
export const SESSION_SETTINGS =
  "-c datestyle=ISO,MDY -c timezone=UTC -c intervalstyle=postgres -c bytea_output=hex " +
  "-c extra_float_digits=1 -c array_nulls=on -c transform_null_equals=off " +
  "-c standard_conforming_strings=on -c default_transaction_isolation=read\\ committed";

const readAny: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
const UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/;

/**
 * Reads a time in the format of Postgres. In UTC the format is nearly ISO 8601, which JavaScript parses twice
 * as fast. A page of standings contains 150 times.
 */
export const readPostgresTime = (text: string): Date =>
  UTC.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAny(text);

export type Pool = pg.Pool;

const MIN_IDLE = 2;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

// Statements are planned once per connection, because planning for each set of values costs more than it
// gains. Every query uses a key, so scans are off: a plan made while a table is empty would scan it. The
// estimated cost of a generic plan is too high, so JIT would compile it on each execution.
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

// Queries that are issued together are sent together. They are executed in order.
const PIPELINED = { pipeline: true };

const types = new pg.TypeOverrides();
// bigint columns hold money and counts, which must be exact.
types.setTypeParser(pg.types.builtins.INT8, BigInt);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readPostgresTime);

export function openDatabase(config: DatabaseConfig, name: string, log: Logger): Db {
  return over(openPool(config, name, log));
}

export function openPool(config: DatabaseConfig, name: string, log: Logger): pg.Pool {
  const pool = new PatientPool({
    ...PIPELINED,
    connectionString: config.url,
    // Connecting takes longer than most calls, and a new connection has no plans.
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
  // use would end the process.
  pool.on("connect", (client) => writeTogether(client.on("error", () => undefined)));
  keepPlansFresh(pool);
  return pool;
}

/** Writes the queries that are issued together with one system call, so that the server wakes once for them. */
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
      // Runs after all pending promise callbacks, which may issue further queries.
      process.nextTick(release);
    }
    return write(...args);
  };
}

/** Returns a connection outside the pool, for long locks and for listening. The caller connects it. */
export function ownConnection({ $client: { options } }: Db, more = ""): pg.Client {
  const { connectionString, options: settings = "", ...others } = options;
  return new pg.Client({
    ...others,
    ...(connectionString !== undefined && { connectionString }),
    options: `${settings} ${more}`.trim(),
  });
}

/** Returns a check for writes. Closes a read-only connection, so that the next one reaches the new leader. */
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
 * A pool that opens no further connection for a second after Postgres has refused one. Without any
 * connection, it tries again until the time to connect is over.
 */
class PatientPool extends pg.Pool {
  readonly #max: number;
  readonly #patienceMs: number;
  #established = 0;
  #hold: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(config);
    this.#max = config.max;
    this.#patienceMs = config.connectionTimeoutMillis;
    this.on("connect", () => this.#established++);
    this.on("remove", () => this.#established--);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnection: OnConnection): void;
  override connect(onConnection?: OnConnection): Promise<pg.PoolClient> | void {
    const until = performance.now() + this.#patienceMs;
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
// A plan is still good for a table that has not doubled in size.
const GROWTH = 2n;

interface TableSize {
  name: string;
  bytes: bigint;
  tidyBytes: bigint;
  tidied: bigint;
}

/**
 * Drops the plans of prepared statements when a table has doubled in size. All indexes look alike to the
 * planner while a table is nearly empty, and a plan from that time would stay. While the pool is in use,
 * sizes are checked once a second, before the query of the acquired connection.
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

  /** Returns the smallest possible size of a table when a statement was planned. */
  function plannedAt({ name, bytes, tidyBytes, tidied }: TableSize): bigint {
    const before = planned.get(name) ?? { bytes: 0n, tidied };
    // A vacuum or analysis drops plans. The current plans may therefore date from that moment.
    const candidates = tidied === before.tidied ? [] : [tidyBytes];
    return [before.bytes, ...candidates].reduce(smaller, bytes);
  }

  pool.on("acquire", (client) => {
    // If the connection is broken, the query for which it was acquired fails too.
    const ignore = () => undefined;
    if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = performance.now();
      look(client).catch(ignore);
    }
    if (generationOf.get(client) !== generation) client.query("DISCARD PLANS").catch(ignore);
    generationOf.set(client, generation);
  });
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
