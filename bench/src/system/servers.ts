import { findRedis } from "@tms/stack/redis/binary";
import { ownPostgres, ownRedis, type OwnServer } from "@tms/test/harness/own-server.ts";
import { makeScratch, makeScratchOnDisk } from "@tms/stack/testing/scratch";
import { join } from "node:path";
import { breakInLog } from "./log-files.ts";

/** The servers a benchmark stands on: its own, so that nothing else loads them. */
export interface Servers {
  postgres: OwnServer;
  redis: OwnServer | null;
  stop(): Promise<void>;
}

/** Starts a Postgres, which syncs every commit when it is durable, and a Redis where there is one. */
export async function startServers(durable: boolean): Promise<Servers> {
  const made = new AsyncDisposableStack();
  const stop = () => made.disposeAsync();
  try {
    return { ...(await start(made, durable)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(made: AsyncDisposableStack, durable: boolean): Promise<Omit<Servers, "stop">> {
  const scratch = durable ? await makeScratchOnDisk("bench") : await makeScratch("bench");
  made.defer(() => scratch.remove());
  const postgres = await ownPostgres({ durable, folder: join(scratch.folder, "postgres") });
  made.defer(() => postgres.remove());
  if (durable) await breakInLog(postgres.url);
  const binary = await findRedis();
  if (binary === null) return { postgres, redis: null };
  // Redis holds nothing that Postgres could not restore, so it need not write either.
  const redis = await ownRedis(binary, { folder: join(scratch.folder, "redis") });
  made.defer(() => redis.remove());
  return { postgres, redis };
}
