import { drizzle, nodePgCodecs, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";

/** A service's database: what queries are built on, and its pool as `$client`. */
export type Db = NodePgDatabase & { $client: pg.Pool };
/** A connection inside a transaction. */
export type Tx = NodePgDatabase & { $client: pg.PoolClient };
/** Either: what a query function takes first. */
export type Queryable = NodePgDatabase & { $client: Pick<pg.Pool, "query"> };

// The pool parses bigint columns and moments already, and faster; see pool.ts.
const AS_PARSED = { normalize: undefined, normalizeArray: undefined };
const codecs = {
  ...nodePgCodecs,
  bigint: { ...nodePgCodecs.bigint, ...AS_PARSED },
  timestamptz: { ...nodePgCodecs.timestamptz, ...AS_PARSED },
};

/** Builds queries on a pool or a connection. Costs little: a transaction makes one of its own. */
export function over<C extends pg.Pool | pg.PoolClient>(
  client: C,
): NodePgDatabase & { $client: C } {
  // drizzle brings parsers of its own with each query, which would hide the pool's.
  const query = ({ text, rowMode }: pg.QueryArrayConfig, values: unknown[]) =>
    client.query({ name: nameOf(text), text, rowMode, values });
  return Object.assign(drizzle({ client: { query } as unknown as C, codecs }), { $client: client });
}

// Queries with a list of conditions come in many forms; beyond this they are planned each time.
const MOST_NAMES = 1_000;
const names = new Map<string, string>();

/** The name under which Postgres keeps the plan of a query, so that it is made once. */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST_NAMES) names.set(text, (name = `q${names.size}`));
  return name;
}
