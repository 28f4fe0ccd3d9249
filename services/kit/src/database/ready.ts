import type { Db } from "./handle.ts";

/** Ready when the database answers. */
export const databaseReady = (db: Db) => async (): Promise<boolean> => {
  await db.$client.query("SELECT 1");
  return true;
};
