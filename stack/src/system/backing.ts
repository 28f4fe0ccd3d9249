import { join } from "node:path";
import { administer, withDatabase } from "@tms/kit/database/admin";
import type { Part } from "../keep-running.ts";
import { startPostgres } from "../postgres/postgres.ts";
import { findRedis } from "../redis/binary.ts";
import { startRedis } from "../redis/redis.ts";
import type { Server } from "../process/server.ts";

/** The servers the system stands on. */
export interface Backing {
  /** A database, as its administrator. */
  adminUrl: string;
  redisUrl: string | null;
  /** Where each comes from, a line for people each. */
  described: string[];
  /** Those that were started here. */
  parts: Part[];
  stop(): Promise<void>;
}

export interface BackingOptions {
  dataDir: string;
  durable: boolean;
  env?: NodeJS.ProcessEnv;
  /** Ports that others will take. */
  reserved?: ReadonlySet<number>;
  /** Ends what is still starting. */
  interruption?: AbortSignal;
}

/** Uses the servers named by DATABASE_URL and REDIS_URL, and brings up those not named. */
export async function openBacking(options: BackingOptions): Promise<Backing> {
  const started: Restartable[] = [];
  const stop = async () => {
    for (const server of started.toReversed()) await server.stop();
  };
  try {
    const database = await openDatabase(options, started);
    const redis = await openRedis(options, started);
    return {
      adminUrl: database.url,
      redisUrl: redis.url,
      described: [database.described, redis.described],
      parts: started.map(({ part }) => part),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openDatabase(options: BackingOptions, started: Restartable[]) {
  const { dataDir, durable, env = process.env, reserved, interruption } = options;
  const named = env["DATABASE_URL"];
  if (named) return { url: named, described: "Postgres from DATABASE_URL" };
  const folder = join(dataDir, "postgres");
  const { first, ...postgres } = await restartable("Postgres", (port) =>
    startPostgres({ dataDir: folder, durable, reserved, interruption, ...port }),
  );
  started.push(postgres);
  await administer(first.url, "CREATE DATABASE tms").catch((error: unknown) => {
    if (!(error instanceof Error && error.message.includes("already exists"))) throw error;
  });
  return {
    url: withDatabase(first.url, "tms"),
    described: `embedded Postgres on port ${first.port}`,
  };
}

async function openRedis(options: BackingOptions, started: Restartable[]) {
  const { dataDir, durable, env = process.env, reserved, interruption } = options;
  const named = env["REDIS_URL"];
  if (named) return { url: named, described: "Redis from REDIS_URL" };
  const binary = env["TMS_QUEUE"] === "postgres" ? null : await findRedis(interruption);
  if (binary === null) return { url: null, described: "without Redis: the queue runs on Postgres" };
  const dir = join(dataDir, "redis");
  const { first, ...redis } = await restartable("Redis", (port) =>
    startRedis({ binary, dir, appendonly: durable, reserved, interruption, ...port }),
  );
  started.push(redis);
  return { url: first.url, described: `Redis from ${binary.source}, on port ${first.port}` };
}

interface Restartable {
  part: Part;
  stop(): Promise<void>;
}

/** A server that starts again on the port it had, where all who know it find it. */
async function restartable<S extends Server & { port: number }>(
  name: string,
  start: (at: { port?: number }) => Promise<S>,
): Promise<Restartable & { first: S }> {
  const first = await start({});
  let server = first;
  const part = {
    name,
    ended: () => server.exited,
    async startAgain() {
      // It has ended, but its folder is still locked.
      await server.stop();
      server = await start({ port: first.port });
    },
  };
  return { first, part, stop: () => server.stop() };
}
