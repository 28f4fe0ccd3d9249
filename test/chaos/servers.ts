import { join } from "node:path";
import { administer, withDatabase } from "@tms/kit/database/admin";
import { findRedis } from "@tms/stack/redis/binary";
import { StackError } from "@tms/stack/stack-error";
import { ownPostgres, ownRedis, type OwnServer } from "../harness/own-server.ts";

export type ServerName = "postgres" | "redis";

/** Postgres and Redis, each of which can be killed and started again on its port. */
export interface Servers extends Record<ServerName, OwnServer> {
  /** The system's database, as its administrator. */
  adminUrl: string;
  redisUrl: string;
}

/** Starts both in a folder. Postgres syncs every commit: what it acknowledged must survive. */
export async function openServers(
  made: AsyncDisposableStack,
  folder: string,
  ports: Readonly<Record<ServerName, number>>,
): Promise<Servers> {
  const binary = await findRedis();
  if (binary === null)
    throw new StackError("No Redis was found.", "The simulation needs one: install redis-server.");
  const at = (name: ServerName) => ({ port: ports[name], folder: join(folder, name) });
  const postgres = await ownPostgres({ ...at("postgres"), durable: true });
  made.defer(() => postgres.remove());
  await administer(postgres.url, "CREATE DATABASE tms");
  const redis = await ownRedis(binary, at("redis"));
  made.defer(() => redis.remove());
  return { postgres, redis, adminUrl: withDatabase(postgres.url, "tms"), redisUrl: redis.url };
}
