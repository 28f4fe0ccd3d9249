import type pg from "pg";

/** A row that breaks a promise, as an operator should see it. */
export type Finding = Readonly<Record<string, unknown>>;

/** One promise of the ledger, and how to find what breaks it. */
export interface Check {
  promise: string;
  /** Returns what breaks the promise; a few more than are shown are enough. */
  run(db: pg.Client): Promise<readonly Finding[]>;
}

/** Rows a query needs to return at most. */
export const MOST_FINDINGS = 21;

/** A check that is one query for the rows that break the promise. */
export function queryCheck(promise: string, sql: string): Check {
  return {
    promise,
    run: async (db) => (await db.query<Finding>(`${sql} LIMIT ${MOST_FINDINGS}`)).rows,
  };
}
