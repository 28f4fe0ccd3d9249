import { join } from "node:path";
import { migrate } from "@tms/cli/migrate";
import { administer, withDatabase } from "@tms/kit/database/admin";
import { TEST_TEMPLATE } from "@tms/kit/testing/database";
import { startPostgres } from "@tms/stack/servers/postgres";
import { findRedis, startRedis } from "@tms/stack/servers/redis";
import { startRedisContainer } from "./redis-container.ts";
import { serviceUrls } from "@tms/stack/system/system";
import { REDIS_DATABASES } from "./redis-database.ts";
import { makeScratch } from "@tms/stack/testing/scratch";

/** Postgres with a migrated template, and Redis where it can be had, for tests alone. */
export interface TestServers {
  /** Where they keep their data, and others of the run may keep theirs. */
  folder: string;
  /** The environment variables that tell the tests their addresses. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Starts them. A signal that ends this process stops them first: Ctrl-C does not reach them. */
export async function startTestServers(): Promise<TestServers> {
  const { folder, remove } = await makeScratch("test");
  const stops: (() => Promise<void>)[] = [remove];
  const opening = openServers(folder, stops);
  const end = async () => {
    // Servers that are still starting would be left behind.
    await opening.catch(() => undefined);
    for (const stopOne of stops.toReversed()) await stopOne();
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  let ended: Promise<void> | undefined;
  const stop = () => (ended ??= end());
  const interrupt = () => void stop().finally(() => process.exit(130));
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return { folder, environment: await opening, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openServers(folder: string, stops: (() => Promise<void>)[]) {
  const postgres = await openPostgres(folder);
  stops.push(() => postgres.stop());
  await administer(postgres.url, `DROP DATABASE IF EXISTS ${TEST_TEMPLATE}`);
  await administer(postgres.url, `CREATE DATABASE ${TEST_TEMPLATE}`);
  const adminUrl = withDatabase(postgres.url, TEST_TEMPLATE);
  await migrate({ adminUrl, serviceUrls: serviceUrls(adminUrl) });
  const redisUrl = await openRedis(folder, stops);
  return {
    TMS_TEST_ADMIN_URL: postgres.url,
    ...(redisUrl !== null && { TMS_TEST_REDIS_URL: redisUrl }),
  };
}

/** Starts a Postgres, or takes the one that TMS_TEST_DATABASE_URL names, as its superuser. */
async function openPostgres(folder: string) {
  const url = process.env["TMS_TEST_DATABASE_URL"];
  if (url !== undefined) return { url, stop: () => Promise.resolve() };
  return await startPostgres({ dataDir: join(folder, "postgres"), durable: false });
}

async function openRedis(folder: string, stops: (() => Promise<void>)[]): Promise<string | null> {
  const binary = await findRedis();
  if (binary !== null) {
    const redis = await startRedis({
      binary,
      dir: join(folder, "redis"),
      appendonly: false,
      databases: REDIS_DATABASES,
    });
    stops.push(() => redis.stop());
    return redis.url;
  }
  const container = await startRedisContainer(REDIS_DATABASES);
  if (container !== null) stops.push(() => container.stop());
  return container?.url ?? null;
}
