import type pg from "pg";

/**
 * Does what a filling put off, so that it is not done while something is measured. Tables that are
 * still empty are left out, as Postgres does by itself: once vacuumed they would be planned for as
 * if they stayed so.
 */
export async function tidy(db: pg.Pool): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT relid::regclass::text AS name FROM pg_stat_user_tables WHERE n_live_tup > 0`,
  );
  const filled = rows.map(({ name }) => name).join(", ");
  if (filled !== "") await db.query(`VACUUM ANALYZE ${filled}`);
  await db.query("CHECKPOINT");
}
