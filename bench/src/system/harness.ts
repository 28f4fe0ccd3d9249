import { memoize } from "@tms/kit/batching/memoize";
import { migrate } from "@tms/cli/migrate";
import { administer, withDatabase } from "@tms/kit/database/admin";
import { serviceUrls } from "@tms/stack/system/system";
import type pg from "pg";
import { startCanned, type Canned } from "./canned.ts";
import { openAsAdmin } from "./database.ts";
import { startServers, type Servers } from "./servers.ts";
import { naiveWith, PRODUCT, startBenchSystem, type BenchSystem } from "./system.ts";

/** Everything a scenario may measure; each part is started when it is first asked for. */
export interface Harness {
  servers: Servers;
  product(): Promise<BenchSystem>;
  /** The system one would build first, with so many connections to Postgres per service. */
  naive(poolSize: number): Promise<BenchSystem>;
  /** The product once more, with a database of its own. */
  another(name: string): Promise<BenchSystem>;
  /** The product's gateway with canned answers in place of the services behind it. */
  canned(): Promise<Canned>;
  /** The product's tables, with nobody at work on them. */
  tables(): Promise<pg.Pool>;
  /** Stops everything; a repeat waits for the same. */
  stop(): Promise<void>;
}

/** Opens a harness on servers of its own. */
export async function openHarness({ durable }: { durable: boolean }): Promise<Harness> {
  const servers = await startServers(durable);
  const stops: (() => Promise<void>)[] = [() => servers.stop()];

  // Each system has a Redis database of its own, which keeps their queues apart.
  let redisDatabases = 0;

  async function database(name: string): Promise<string> {
    await administer(servers.postgres.url, `CREATE DATABASE ${name}`);
    return withDatabase(servers.postgres.url, name);
  }

  async function system(name: string, environment: NodeJS.ProcessEnv) {
    const redisUrl = servers.redis && `${servers.redis.url}/${redisDatabases++}`;
    const started = await startBenchSystem(await database(name), redisUrl, environment);
    stops.push(() => started.stop());
    return started;
  }

  const product = memoize(() => system("product", PRODUCT));
  return {
    servers,
    product,
    naive: (poolSize) => system(`naive_${poolSize}`, naiveWith(poolSize)),
    another: (name) => system(name, PRODUCT),
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
