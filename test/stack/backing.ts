import { join } from "node:path";
import { administer, withDatabase } from "@tms/kit/testing";
import { startPostgres, type Postgres } from "./postgres.ts";
import { findRedis } from "./redis-binary.ts";
import { startRedis, type Redis } from "./redis.ts";

/** The servers the system stands on. */
export interface Backing {
  /** A database, as its administrator. */
  adminUrl: string;
  redisUrl: string | null;
  /** Where each comes from, a line for people each. */
  described: string[];
  stop(): Promise<void>;
}

/** Uses the servers named by DATABASE_URL and REDIS_URL, and brings up those not named. */
export async function openBacking(options: {
  dataDir: string;
  durable: boolean;
  env?: NodeJS.ProcessEnv;
}): Promise<Backing> {
  const { dataDir, durable, env = process.env } = options;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const database = await openDatabase(dataDir, durable, env, stops);
    const redis = await openRedis(dataDir, durable, env, stops);
    return {
      adminUrl: database.url,
      redisUrl: redis.url,
      described: [database.described, redis.described],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Stops = (() => Promise<void>)[];

async function openDatabase(
  dataDir: string,
  durable: boolean,
  env: NodeJS.ProcessEnv,
  stops: Stops,
) {
  const named = env["DATABASE_URL"];
  if (named) return { url: named, described: "Postgres from DATABASE_URL" };
  const postgres: Postgres = await startPostgres({ dataDir: join(dataDir, "postgres"), durable });
  stops.push(() => postgres.stop());
  await administer(postgres.url, "CREATE DATABASE tms").catch((error: unknown) => {
    if (!(error instanceof Error && error.message.includes("already exists"))) throw error;
  });
  return {
    url: withDatabase(postgres.url, "tms"),
    described: `embedded Postgres on port ${postgres.port}`,
  };
}

async function openRedis(dataDir: string, durable: boolean, env: NodeJS.ProcessEnv, stops: Stops) {
  const named = env["REDIS_URL"];
  if (named) return { url: named, described: "Redis from REDIS_URL" };
  const binary = env["TMS_QUEUE"] === "postgres" ? null : await findRedis();
  if (binary === null) return { url: null, described: "no Redis here: the queue runs on Postgres" };
  const redis: Redis = await startRedis({
    binary,
    dir: join(dataDir, "redis"),
    appendonly: durable,
  });
  stops.push(() => redis.stop());
  return { url: redis.url, described: `Redis from ${binary.source}, on port ${redis.port}` };
}
