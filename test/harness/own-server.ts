import { startPostgres } from "@tms/stack/servers/postgres";
import type { Server } from "@tms/stack/servers/server";
import { type RedisBinary, startRedis } from "@tms/stack/servers/redis";
import { runningProcesses } from "@tms/stack/testing/running-processes";
import { until } from "@tms/stack/until";
import type { Losable, Way } from "./losable.ts";
import { makeScratch, type Scratch } from "@tms/stack/testing/scratch";

/** A server that belongs to one suite, which may take it away. */
export interface OwnServer extends Losable {
  url: string;
  port: number;
  readonly pid: number;
  /** Ends it, also when it is lost, and removes what it kept. */
  remove(): Promise<void>;
}

export interface OwnServerOptions {
  /** A free one is chosen when none is given. */
  port?: number;
  /** Where it keeps its data, to be removed by others; one of its own when none is given. */
  folder?: string;
}

/** Starts a Postgres of the suite's own; a durable one syncs every commit. */
export const ownPostgres = ({
  durable = false,
  ...options
}: OwnServerOptions & { durable?: boolean } = {}): Promise<OwnServer> =>
  ownServer(options, (dataDir, port) => startPostgres({ dataDir, durable, ...port }));

/** Starts a Redis of the suite's own, which keeps nothing. */
export const ownRedis = (binary: RedisBinary, options: OwnServerOptions = {}): Promise<OwnServer> =>
  ownServer(options, (dir, port) => startRedis({ binary, dir, appendonly: false, ...port }));

type Start = (
  folder: string,
  port: { port?: number },
) => Promise<Server & { url: string; port: number }>;

const BACK_WITHIN_MS = 30_000;

async function ownServer(options: OwnServerOptions, start: Start): Promise<OwnServer> {
  const { folder, remove } = await folderOf(options);
  let server = await start(folder, options.port === undefined ? {} : { port: options.port }).catch(
    async (error: unknown) => {
      await remove();
      throw error;
    },
  );
  const { url, port } = server;
  let lost: Way | undefined;

  async function bringBack(): Promise<void> {
    if (lost === "killed")
      // Postgres cannot start before the last process of its predecessor has noticed the end.
      server = await until(() => start(folder, { port }).catch(() => null), {
        timeoutMs: BACK_WITHIN_MS,
        everyMs: 50,
        what: "the restart of a server",
      });
    if (lost === "frozen") signalTree(server.pid, "SIGCONT");
    lost = undefined;
  }
  return {
    url,
    port,
    get pid() {
      return server.pid;
    },
    bringBack,
    async lose(way) {
      lost = way;
      if (way === "frozen") return signalTree(server.pid, "SIGSTOP");
      process.kill(server.pid, "SIGKILL");
      await server.exited;
      // Gives its folder free.
      await server.stop();
    },
    async remove() {
      // A frozen server does not receive the signal to stop.
      if (lost === "frozen") await bringBack();
      await server.stop();
      await remove();
    },
  };
}

const folderOf = async ({ folder }: OwnServerOptions): Promise<Scratch> =>
  folder === undefined ? await makeScratch("own") : { folder, remove: () => Promise.resolve() };

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
