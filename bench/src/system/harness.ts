import { memoize } from "@tms/kit/batching/memoize";
import { migrate } from "@tms/cli/migrate";
import { administer, withDatabase } from "@tms/kit/database/admin";
import { serviceUrls } from "@tms/stack/system/system";
import type pg from "pg";
import { startCanned, type Canned } from "./canned.ts";
import { openAsAdmin } from "./database.ts";
import { startServers, type Servers } from "./servers.ts";
import { naiveWith, PRODUCT, startBuild, type Build } from "./system.ts";

/** Everything a scenario may measure; each part is started when it is first asked for. */
export interface Lab {
  servers: Servers;
  product(): Promise<Build>;
  /** What one would build first, with so many connections to Postgres per service. */
  naive(poolSize: number): Promise<Build>;
  /** The product once more, with a database of its own. */
  another(name: string): Promise<Build>;
  /** The product's gateway with canned answers in place of the services behind it. */
  canned(): Promise<Canned>;
  /** The product's tables, with nobody at work on them. */
  tables(): Promise<pg.Pool>;
  /** Stops everything; a repeat waits for the same. */
  stop(): Promise<void>;
}

/** Opens a laboratory on servers of its own. */
export async function openLab({ durable }: { durable: boolean }): Promise<Lab> {
  const servers = await startServers(durable);
  const stops: (() => Promise<void>)[] = [() => servers.stop()];

  // Each system has a Redis database of its own, which keeps their queues apart.
  let redisDatabases = 0;

  async function database(name: string): Promise<string> {
    await administer(servers.postgres.url, `CREATE DATABASE ${name}`);
    return withDatabase(servers.postgres.url, name);
  }

  async function build(name: string, environment: NodeJS.ProcessEnv) {
    const redisUrl = servers.redis && `${servers.redis.url}/${redisDatabases++}`;
    const started = await startBuild(await database(name), redisUrl, environment);
    stops.push(() => started.stop());
    return started;
  }

  const product = memoize(() => build("product", PRODUCT));
  return {
    servers,
    product,
    naive: (poolSize) => build(`naive_${poolSize}`, naiveWith(poolSize)),
    another: (name) => build(name, PRODUCT),
    canned: memoize(async () => {
      const canned = await startCanned(await product());
      stops.push(() => canned.stop());
      return canned;
    }),
    tables: memoize(async () => {
      const adminUrl = await database("tables");
      await migrate({ adminUrl, serviceUrls: serviceUrls(adminUrl) });
      // One connection: ceilings are what a single one can do.
      const pool = openAsAdmin(adminUrl, 1);
      stops.push(() => pool.end());
      return pool;
    }),
    stop: memoize(async () => {
      for (const stop of stops.toReversed()) await stop();
    }),
  };
}
