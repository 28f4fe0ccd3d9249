import type { Db } from "./pool.ts";

/** Ready when the database answers. */
export const databaseReady = (db: Db) => async (): Promise<boolean> => {
  await db.query("SELECT 1");
  return true;
};
