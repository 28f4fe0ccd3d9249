import { drizzle, nodePgCodecs, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";

/** The database of a service. `$client` is its pool. */
export type Db = NodePgDatabase & { $client: pg.Pool };
export type Tx = NodePgDatabase & { $client: pg.PoolClient };
/** The first parameter of a query function: a database or a transaction. */
export type Queryable = NodePgDatabase & { $client: Pick<pg.Pool, "query"> };

// The pool has already parsed bigint columns and moments; see pool.ts.
const AS_PARSED = { normalize: undefined, normalizeArray: undefined };
const codecs = {
  ...nodePgCodecs,
  bigint: { ...nodePgCodecs.bigint, ...AS_PARSED },
  timestamptz: { ...nodePgCodecs.timestamptz, ...AS_PARSED },
};

/** Returns a query builder on a pool or a connection. It costs little. */
export function over<C extends pg.Pool | pg.PoolClient>(
  client: C,
): NodePgDatabase & { $client: C } {
  // Drizzle passes its own parsers with each query. Without them, the parsers of the pool are used.
  const query = ({ text, rowMode }: pg.QueryArrayConfig, values: unknown[]) =>
    client.query({ name: nameOf(text), text, rowMode, values });
  return Object.assign(drizzle({ client: { query } as unknown as C, codecs }), { $client: client });
}

// Optional conditions give a query many texts. Further texts are planned on each execution.
const MAX_NAMES = 1_000;
const names = new Map<string, string>();

/** Returns the name of a query's prepared statement, which Postgres plans once per connection. */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_NAMES) names.set(text, (name = `q${names.size}`));
  return name;
}
