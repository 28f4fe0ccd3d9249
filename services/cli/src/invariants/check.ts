import pg from "pg";

/** A row that breaks a promise. */
export type Finding = Readonly<Record<string, unknown>>;

/** A promise of the system, and a search for rows that break it. */
export interface Check {
  promise: string;
  run(db: pg.ClientBase): Promise<readonly Finding[]>;
}

// One more than the report shows.
const MAX_FINDINGS = 21;

// Money and counts are exact.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** Returns a check that is one query for the rows that break the promise. */
export const queryCheck = (
  promise: string,
  sql: string,
  values: readonly unknown[] = [],
): Check => ({
  promise,
  run: async (db) => {
    const text = `${sql} LIMIT ${MAX_FINDINGS}`;
    return (await db.query<Finding>({ text, values: [...values], types })).rows;
  },
});
