import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { cacheDir } from "@tms/stack/paths";
import { startPostgres } from "@tms/stack/postgres/postgres";
import type { RedisBinary } from "@tms/stack/redis/binary";
import { startRedis } from "@tms/stack/redis/redis";
import { runningProcesses } from "@tms/stack/system/running-processes";
import type { Server } from "@tms/stack/process/server";
import type { Losable } from "../degradation/losable.ts";
import type { Way } from "../degradation/parts.ts";

/** A server that belongs to one suite, which may take it away. */
export interface OwnServer extends Losable {
  url: string;
  /** Ends it, also when it is lost, and removes what it kept. */
  remove(): Promise<void>;
}

/** A Postgres of the suite's own. */
export const ownPostgres = (): Promise<OwnServer> =>
  ownServer((dataDir, port) => startPostgres({ dataDir, durable: false, ...port }));

/** A Redis of the suite's own. */
export const ownRedis = (binary: RedisBinary): Promise<OwnServer> =>
  ownServer((dir, port) => startRedis({ binary, dir, appendonly: false, ...port }));

type Start = (
  folder: string,
  port: { port?: number },
) => Promise<Server & { url: string; port: number }>;

async function ownServer(start: Start): Promise<OwnServer> {
  const folder = join(cacheDir(), `own-${process.pid}-${randomUUID()}`);
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  let server = await start(folder, {}).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const { url, port } = server;
  let lost: Way | undefined;

  async function bringBack(): Promise<void> {
    if (lost === "killed") server = await start(folder, { port });
    if (lost === "frozen") signalTree(server.pid, "SIGCONT");
    lost = undefined;
  }
  return {
    url,
    bringBack,
    async lose(way) {
      lost = way;
      if (way === "killed") await server.stop();
      else signalTree(server.pid, "SIGSTOP");
    },
    async remove() {
      // What is frozen would not hear that it should stop.
      if (lost === "frozen") await bringBack();
      await server.stop();
      await removeFolder();
    },
  };
}

/** Signals a server and its children: each connection to Postgres is a process of its own. */
function signalTree(pid: number, signal: "SIGSTOP" | "SIGCONT"): void {
  // The parent first: once it stands still it has no further children.
  process.kill(pid, signal);
  for (const { pid: child, parent } of runningProcesses())
    if (parent === pid) signalIfThere(child, signal);
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
