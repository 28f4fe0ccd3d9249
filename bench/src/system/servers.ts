import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { cacheDir } from "@tms/stack/paths";
import { startPostgres, type Postgres } from "@tms/stack/postgres/postgres";
import { findRedis } from "@tms/stack/redis/binary";
import { startRedis } from "@tms/stack/redis/redis";
import { breakInLog } from "./log-files.ts";

/** The servers a benchmark stands on: its own, so that nothing else loads them. */
export interface Servers {
  postgres: Postgres;
  redis: { pid: number; url: string } | null;
  stop(): Promise<void>;
}

/** Starts a Postgres that syncs every commit, as in production, and a Redis where there is one. */
export async function startServers(durable: boolean): Promise<Servers> {
  // Not mkdtemp: as root, the servers run as another account and must get in.
  const folder = join(cacheDir(), `bench-${process.pid}-${Date.now()}`);
  await mkdir(folder, { recursive: true });
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const postgres = await startPostgres({ dataDir: join(folder, "postgres"), durable });
    stops.push(() => postgres.stop());
    if (durable) await breakInLog(postgres.url);
    const binary = await findRedis();
    if (binary === null) return { postgres, redis: null, stop };
    // Redis holds nothing that Postgres could not restore, so it need not write either.
    const redis = await startRedis({ binary, dir: join(folder, "redis"), appendonly: false });
    stops.push(() => redis.stop());
    return { postgres, redis, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
