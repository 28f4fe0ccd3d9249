import { drizzle, nodePgCodecs, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";

export type Db = NodePgDatabase & { $client: pg.Pool };
export type Tx = NodePgDatabase & { $client: pg.PoolClient };
/** A database or a transaction, as the first parameter of a query function. */
export type Queryable = NodePgDatabase & { $client: Pick<pg.Pool, "query"> };

// The pool has already parsed values of these two types; see pool.ts.
const AS_PARSED = { normalize: undefined, normalizeArray: undefined };
const codecs = {
  ...nodePgCodecs,
  bigint: { ...nodePgCodecs.bigint, ...AS_PARSED },
  timestamptz: { ...nodePgCodecs.timestamptz, ...AS_PARSED },
};

/** Returns a query builder on a pool or a connection. Creating one costs little. */
export function over<C extends pg.Pool | pg.PoolClient>(
  client: C,
): NodePgDatabase & { $client: C } {
  // Omits the parsers that Drizzle passes with each query, so that the parsers of the pool apply.
  const query = ({ text, rowMode }: pg.QueryArrayConfig, values: unknown[]) =>
    client.query({ name: nameOf(text), text, rowMode, values });
  return Object.assign(drizzle({ client: { query } as unknown as C, codecs }), { $client: client });
}

// The maximum number of prepared statements. It limits memory, because a query with optional conditions has
// many SQL texts. Postgres plans further SQL texts on each execution.
const MAX_NAMES = 1_000;
const names = new Map<string, string>();

/** Returns the name of a query's prepared statement, which Postgres plans once per connection. */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_NAMES) names.set(text, (name = `q${names.size}`));
  return name;
}
