import { runMigrations } from "bullmq";
import { Redis } from "ioredis";
import { setTimeout as delay } from "node:timers/promises";
import { ConfigError } from "@tms/kit/process/config";
import { openDatabase } from "@tms/kit/database/pool";
import type { Logger } from "@tms/kit/process/log";
import { warnRarely } from "@tms/kit/process/rarely";
import type { QueueConfig } from "../config.ts";

/** The schema of BullMQ's tables in Postgres. The service's role owns it. */
export const QUEUE_SCHEMA = "bullmq";

const LIMIT_MS = 5_000;
const PAUSE_MS = 1_000;

/**
 * Checks Redis, or updates the queue's tables in Postgres. Waits until Redis responds. Throws ConfigError if
 * Redis is not safe.
 */
export async function prepareQueue(config: QueueConfig, log: Logger): Promise<void> {
  if (config.backend === "postgres") await migrateQueue(config.url, log);
  else if (config.production) await requireSafeRedis(config.url, log);
}

async function requireSafeRedis(url: string, log: Logger): Promise<void> {
  const policy = await waitForPolicy(url, log);
  if (policy !== "noeviction")
    throw new ConfigError(
      `Redis at REDIS_URL has maxmemory-policy=${policy}. Set it to noeviction, so that Redis never deletes jobs.`,
    );
}

async function waitForPolicy(url: string, log: Logger): Promise<string | undefined> {
  const warn = warnRarely(log, "Redis does not respond; this process is not ready until it does");
  for (;;) {
    try {
      return await readPolicy(url);
    } catch (error) {
      warn(error);
      await delay(PAUSE_MS);
    }
  }
}

async function readPolicy(url: string): Promise<string | undefined> {
  // The limits also apply to a Redis that accepts connections and does not respond.
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    connectTimeout: LIMIT_MS,
    commandTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
  });
  // The connection attempt throws the same error.
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    // Hosted Redis often forbids CONFIG.
    return /^maxmemory_policy:(\S+)/m.exec(await redis.info("memory"))?.[1];
  } finally {
    redis.disconnect();
  }
}

/**
 * Updates BullMQ's tables in a schema that exists. BullMQ's statement that creates the schema is left out,
 * because it needs a right on the whole database that a service does not have.
 */
async function migrateQueue(url: string, log: Logger): Promise<void> {
  const db = openDatabase({ url, poolSize: 1 }, "settlement", log);
  const session = await db.$client.connect();
  try {
    const query = (text: string, values: readonly unknown[] = []) =>
      session.query(text.startsWith("CREATE SCHEMA") ? "SELECT" : text, [...values]);
    await runMigrations({ query }, QUEUE_SCHEMA);
  } finally {
    session.release();
    await db.$client.end();
  }
}
