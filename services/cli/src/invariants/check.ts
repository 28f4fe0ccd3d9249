import pg from "pg";

/** A row that breaks a promise, as an operator should see it. */
export type Finding = Readonly<Record<string, unknown>>;

/** One promise of the system, and the search for what breaks it. */
export interface Check {
  promise: string;
  /** Returns what breaks the promise; a few more than are shown are enough. */
  run(db: pg.ClientBase): Promise<readonly Finding[]>;
}

/** Rows a query needs to return at most. */
export const MAX_FINDINGS = 21;

/** A check that is one query for the rows that break the promise. */
export function queryCheck(promise: string, sql: string, values: readonly unknown[] = []): Check {
  return {
    promise,
    run: (db) => rowsOf<Finding>(db, `${sql} LIMIT ${MAX_FINDINGS}`, values),
  };
}

// Money and counts are exact, whichever types the connection has.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** A query's rows, bigint columns as BigInt. */
export async function rowsOf<T extends pg.QueryResultRow>(
  db: pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  return (await db.query<T>({ text, values: [...values], types })).rows;
}
