import type pg from "pg";

const LOOK_EVERY_MS = 1_000;
// A plan is still good for a table that has not doubled in size.
const GROWTH = 2n;

/** The size of a table, and how often Postgres has vacuumed or analyzed it. */
interface TableSize {
  name: string;
  bytes: bigint;
  tidyBytes: bigint;
  tidied: bigint;
}

/**
 * Drops the plans of prepared statements when a table has doubled in size since the plans were made. A
 * statement is planned once per connection. All indexes look alike to the planner while a table is nearly
 * empty. Postgres would keep a plan from that time for any number of rows, until it next gathers statistics.
 * While the pool is in use, sizes are checked once a second, before the query of the acquired connection.
 */
export function keepPlansFresh(pool: pg.Pool): void {
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
    // Errors are ignored. If the connection is broken, the query for which it was acquired fails too.
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
