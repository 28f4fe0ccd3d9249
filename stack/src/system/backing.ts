import { once } from "node:events";
import { join } from "node:path";
import { administer, withDatabase } from "@tms/kit/database/admin";
import { Redis } from "ioredis";
import { startPostgres } from "../servers/postgres.ts";
import type { Part } from "../process/keep-running.ts";
import type { Server, ServerOptions } from "../servers/server.ts";
import { findRedis, startRedis } from "../servers/redis.ts";
import { StackError } from "../stack-error.ts";

/** Starts each server that neither DATABASE_URL nor REDIS_URL names. `started` stops the started servers. */
export async function openBacking(
  started: AsyncDisposableStack,
  dataDir: string,
  options: Pick<ServerOptions, "reserved" | "interruption">,
) {
  const { DATABASE_URL, REDIS_URL, TMS_QUEUE } = process.env;
  const parts: Part[] = [];
  /** A line per server that says where it comes from. */
  const described: string[] = [];

  /** Starts a server and returns its URL. A restart of the server uses the same port. */
  async function open(
    name: string,
    source: string,
    start: (at: { port?: number }) => Promise<Server>,
  ): Promise<string> {
    let server = await start({});
    const { port, url } = server;
    started.defer(() => server.stop());
    parts.push({
      name,
      ended: () => server.exited,
      async startAgain() {
        // Unlocks the folder of the server that has exited.
        await server.stop();
        server = await start({ port });
      },
    });
    described.push(`${source} on port ${port}`);
    return url;
  }

  async function openDatabase(): Promise<string> {
    const url = await open("Postgres", "embedded Postgres", (at) =>
      startPostgres({ dataDir: join(dataDir, "postgres"), durable: true, ...options, ...at }),
    );
    await administer(url, "CREATE DATABASE tms").catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes("already exists"))) throw error;
    });
    return withDatabase(url, "tms");
  }

  async function openRedis(): Promise<string | null> {
    const binary = TMS_QUEUE === "postgres" ? null : await findRedis(options.interruption);
    if (binary !== null)
      return await open("Redis", `Redis from ${binary.source},`, (at) =>
        startRedis({ binary, dir: join(dataDir, "redis"), appendonly: true, ...options, ...at }),
      );
    described.push("without Redis: the queue runs on Postgres");
    return null;
  }

  if (REDIS_URL) await requireRedis(REDIS_URL);
  if (DATABASE_URL) described.push("Postgres from DATABASE_URL");
  const adminUrl = DATABASE_URL || (await openDatabase());
  if (REDIS_URL) described.push("Redis from REDIS_URL");
  const redisUrl = REDIS_URL || (await openRedis());
  return { adminUrl, redisUrl, described, parts };
}

const CONNECT_MS = 5_000;

/** Throws a StackError if REDIS_URL cannot be used. The message leaves out the password in the URL. */
async function requireRedis(url: string): Promise<void> {
  if (!URL.canParse(url) || !/^rediss?:/.test(url))
    throw new StackError("REDIS_URL is not a valid URL.", "Use a URL like redis://host:6379.");
  const limits = { connectTimeout: CONNECT_MS, commandTimeout: CONNECT_MS };
  const redis = new Redis(url, { retryStrategy: null, ...limits });
  redis.on("error", () => undefined);
  try {
    // Rejects with the first error: the client reports a refused password or database by an event.
    await once(redis, "ready");
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    throw new StackError(
      `The Redis server of REDIS_URL (${new URL(url).host}) cannot be used: ${reason}.`,
      "Correct or unset REDIS_URL. Without it, start runs its own Redis server, or uses Postgres for the queue.",
      { cause: error },
    );
  } finally {
    redis.disconnect();
  }
}
