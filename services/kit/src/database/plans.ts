import type pg from "pg";

const LOOK_EVERY_MS = 1_000;
// Whatever is right for a table is not far wrong for one of twice the size.
const GROWTH = 2n;

/** How large a table is, and was when Postgres last tidied it up, which it has done so often. */
interface TableSize {
  name: string;
  bytes: bigint;
  tidyBytes: bigint;
  tidied: bigint;
}

/**
 * Has statements planned anew once a table is twice as large as when they were planned. A plan is
 * made once per connection. While a table is empty, or nearly so, one index looks as good as another
 * and a look-up as good as reading all there is; such a plan would be kept, however many rows came,
 * until Postgres happens to gather statistics. Planning itself asks how large the tables are. Looks
 * once a second while the pool is used, ahead of what a connection was taken for.
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

  /** The smallest that a table may have been when a statement was planned. */
  function plannedAt({ name, bytes, tidyBytes, tidied }: TableSize): bigint {
    const before = planned.get(name) ?? { bytes: 0n, tidied };
    // Whenever it tidies up Postgres drops plans: they may have been made again right then.
    const candidates = tidied === before.tidied ? [] : [tidyBytes];
    return [before.bytes, ...candidates].reduce(smaller, bytes);
  }

  pool.on("acquire", (client) => {
    // What is wrong with the connection is told to whoever took it.
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
