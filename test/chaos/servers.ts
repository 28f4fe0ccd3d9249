import { join } from "node:path";
import { administer, withDatabase } from "@tms/kit/database/admin";
import { startPostgres, type Postgres } from "@tms/stack/postgres/postgres";
import { findRedis } from "@tms/stack/redis/binary";
import { startRedis, type Redis } from "@tms/stack/redis/redis";
import { StackError } from "@tms/stack/stack-error";
import { until } from "@tms/stack/until";

export type ServerName = "postgres" | "redis";

/** Postgres and Redis, each of which can be killed and started again on its port. */
export interface Servers {
  /** The system's database, as its administrator. */
  adminUrl: string;
  redisUrl: string;
  ports: Readonly<Record<ServerName, number>>;
  pidOf(name: ServerName): number;
  kill(name: ServerName): Promise<void>;
  restart(name: ServerName): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both in a folder. Postgres syncs every commit: what it acknowledged must survive. */
export async function openServers(
  folder: string,
  ports: Readonly<Record<ServerName, number>>,
): Promise<Servers> {
  const binary = await findRedis();
  if (binary === null)
    throw new StackError("No Redis was found.", "The simulation needs one: install redis-server.");
  const starts = {
    postgres: () =>
      startPostgres({ dataDir: join(folder, "postgres"), port: ports.postgres, durable: true }),
    redis: () =>
      startRedis({ binary, dir: join(folder, "redis"), port: ports.redis, appendonly: false }),
  };
  const running = await startBoth(starts);
  return {
    adminUrl: withDatabase(running.postgres.url, "tms"),
    redisUrl: running.redis.url,
    ports,
    pidOf: (name) => running[name].pid,
    async kill(name) {
      process.kill(running[name].pid, "SIGKILL");
      await running[name].exited;
      await running[name].stop();
    },
    async restart(name) {
      // Backends of a killed postmaster may take a moment to notice; it cannot start before.
      running[name] = await until(() => starts[name]().catch(() => null), {
        timeoutMs: 30_000,
        everyMs: 50,
        what: `the restart of ${name}`,
      });
    },
    async stop() {
      await running.redis.stop();
      await running.postgres.stop();
    },
  };
}

/** Starts both, or leaves none of them running. */
async function startBoth(
  starts: Record<ServerName, () => Promise<Postgres | Redis>>,
): Promise<Record<ServerName, Postgres | Redis>> {
  const postgres = await starts.postgres();
  try {
    await administer(postgres.url, "CREATE DATABASE tms");
    return { postgres, redis: await starts.redis() };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
