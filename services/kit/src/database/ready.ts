import type { Db } from "./handle.ts";

/**
 * Ready when the database accepts writes. A connection to a server that is read-only is closed, so that
 * the next one reaches the new leader.
 */
export const databaseReady = (db: Db) => async (): Promise<boolean> => {
  const client = await db.$client.connect();
  let isWritable = false;
  try {
    const { rows } = await client.query<{ isWritable: boolean }>(
      `SELECT NOT current_setting('transaction_read_only')::boolean AS "isWritable"`,
    );
    isWritable = rows[0]?.isWritable ?? false;
  } finally {
    client.release(!isWritable);
  }
  return isWritable;
};
