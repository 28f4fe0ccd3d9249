import type pg from "pg";

/** Does what a filling put off, so that it is not done while something is measured. */
export async function tidy(db: pg.Pool): Promise<void> {
  await db.query("VACUUM ANALYZE");
  await db.query("CHECKPOINT");
}
