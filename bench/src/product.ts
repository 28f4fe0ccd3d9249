import { join } from "node:path";
import { administer, withDatabase } from "@tms/kit/database/admin";
import { findRedis } from "@tms/stack/servers/redis";
import { PROCESSES } from "@tms/stack/system/system";
import { makeScratch, makeScratchOnDisk } from "@tms/stack/testing/scratch";
import { ownPostgres, ownRedis } from "@tms/test/harness/own-server.ts";
import { startTestSystem, type TestSystem } from "@tms/test/harness/system.ts";
import pg from "pg";
import type { Pids } from "./processes.ts";

export interface Product extends TestSystem {
  /** Connections that fill and inspect the database; they are idle during a measurement. */
  db: pg.Pool;
  pids: Pids;
}

const ENVIRONMENT = {
  LOG_LEVEL: "warn",
  // A benchmark sends all requests with few keys from one address, so it needs limits that it never reaches.
  RATE_LIMIT_PER_MINUTE: "10000000",
  ADDRESS_RATE_LIMIT_PER_MINUTE: "10000000",
  ADDRESS_CONNECTIONS: "2500",
};

// The settings of the services. A plan that Postgres makes for an empty table must suit a million rows.
const PLANNING = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off";

/** Starts the product; a durable one syncs every commit to disk. `started` stops all parts. */
export async function startProduct(
  started: AsyncDisposableStack,
  { durable }: { durable: boolean },
): Promise<Product> {
  const scratch = durable ? await makeScratchOnDisk("bench") : await makeScratch("bench");
  started.defer(() => scratch.remove());
  const postgres = await ownPostgres({ durable, folder: join(scratch.folder, "postgres") });
  started.defer(() => postgres.remove());
  if (durable) await writeLogFiles(postgres.url);
  const binary = await findRedis();
  const redis = binary && (await ownRedis(binary, { folder: join(scratch.folder, "redis") }));
  started.defer(async () => await redis?.remove());
  await administer(postgres.url, "CREATE DATABASE product");
  const adminUrl = withDatabase(postgres.url, "product");
  const redisUrl = redis?.url ?? null;
  const system = await startTestSystem({ adminUrl, redisUrl, env: ENVIRONMENT });
  started.defer(() => system.stop());
  const db = new pg.Pool({ connectionString: adminUrl, max: 2, options: PLANNING });
  started.defer(() => db.end());
  const services = PROCESSES.map((name) => [name, system.processes.get(name)?.pid ?? 0] as const);
  const servers = { postgres: postgres.pid, ...(redis && { redis: redis.pid }) };
  return { ...system, db, pids: { ...Object.fromEntries(services), ...servers } };
}

// The number of log files of 16 MiB that a checkpoint keeps: `min_wal_size` divided by 16 MiB.
const LOG_FILES = 128;

/**
 * Creates the write-ahead log files that a Postgres has after some time. A new Postgres creates each
 * file when it needs the file, and no transaction commits until the file is created and flushed.
 */
async function writeLogFiles(url: string): Promise<void> {
  await administer(url, "ALTER SYSTEM SET min_wal_size = '2GB'");
  await administer(url, "ALTER SYSTEM SET max_wal_size = '4GB'");
  await administer(url, "SELECT pg_reload_conf()");
  // Postgres does not reuse a file without content.
  await administer(
    url,
    `DO $$ BEGIN FOR file IN 1..${LOG_FILES} LOOP
       PERFORM pg_logical_emit_message(false, 'bench', 'used'), pg_switch_wal();
     END LOOP; END $$`,
  );
  // Postgres reuses only the files before the last checkpoint.
  await administer(url, "CHECKPOINT");
}

/**
 * Vacuums and checkpoints after a fill, so that Postgres does not do so during a measurement.
 * Leaves out empty tables, because Postgres plans as if a vacuumed empty table stayed empty.
 */
export async function tidy(db: pg.Pool): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT relid::regclass::text AS name FROM pg_stat_user_tables WHERE n_live_tup > 0`,
  );
  const filled = rows.map(({ name }) => name).join(", ");
  if (filled !== "") await db.query(`VACUUM ANALYZE ${filled}`);
  await db.query("CHECKPOINT");
}
