import { drizzle, nodePgCodecs, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";

/** A service's database: queries are built on it, and `$client` is its pool. */
export type Db = NodePgDatabase & { $client: pg.Pool };
/** A connection inside a transaction. */
export type Tx = NodePgDatabase & { $client: pg.PoolClient };
/** Either of them: the first parameter of a query function. */
export type Queryable = NodePgDatabase & { $client: Pick<pg.Pool, "query"> };

// The pool has already parsed bigint columns and moments; see pool.ts.
const AS_PARSED = { normalize: undefined, normalizeArray: undefined };
const codecs = {
  ...nodePgCodecs,
  bigint: { ...nodePgCodecs.bigint, ...AS_PARSED },
  timestamptz: { ...nodePgCodecs.timestamptz, ...AS_PARSED },
};

/** Builds queries on a pool or a connection. It costs little: each transaction makes its own. */
export function over<C extends pg.Pool | pg.PoolClient>(
  client: C,
): NodePgDatabase & { $client: C } {
  // drizzle passes its own parsers with each query; without them the pool's are used.
  const query = ({ text, rowMode }: pg.QueryArrayConfig, values: unknown[]) =>
    client.query({ name: nameOf(text), text, rowMode, values });
  return Object.assign(drizzle({ client: { query } as unknown as C, codecs }), { $client: client });
}

// Optional conditions give a query many texts; beyond this number they are planned each time.
const MOST_NAMES = 1_000;
const names = new Map<string, string>();

/** The name of a query's prepared statement, so that Postgres plans it once per connection. */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST_NAMES) names.set(text, (name = `q${names.size}`));
  return name;
}
