import { administer } from "@tms/kit/database/admin";

// As many, of 16 MiB each, as a checkpoint then keeps.
const FILES = 128;
const SETTINGS = { min_wal_size: "2GB", max_wal_size: "4GB" };

/**
 * Gives a new Postgres the log of one that has run for a while: files that were written before and
 * are written again. A new one makes each file when it is reached, and until it is made and
 * flushed no transaction commits.
 */
export async function breakInLog(url: string): Promise<void> {
  for (const [name, value] of Object.entries(SETTINGS))
    await administer(url, `ALTER SYSTEM SET ${name} = '${value}'`);
  await administer(url, "SELECT pg_reload_conf()");
  await administer(
    url,
    // A file nothing was written to is not left for the next.
    `DO $$ BEGIN FOR file IN 1..${FILES} LOOP
       PERFORM pg_logical_emit_message(false, 'bench', 'used'), pg_switch_wal();
     END LOOP; END $$`,
  );
  // Only what a checkpoint has left behind is written again.
  await administer(url, "CHECKPOINT");
}
