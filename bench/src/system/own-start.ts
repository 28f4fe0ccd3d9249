import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { repository } from "@tms/stack/paths";
import { descendants, type RunningProcess } from "@tms/stack/system/running-processes";
import { freePortOptions } from "@tms/stack/testing/start-ports";

/** Where a `start` keeps what it makes. */
export interface StartFolders {
  data: string;
  cache: string;
}

/** A `start` that has said it is ready. */
export interface OwnStart {
  /** How long it took. */
  seconds: number;
  /** Itself and all that it started. */
  processes(): RunningProcess[];
  /** Ends it as Ctrl-C does; throws when it did not end well. */
  stop(): Promise<void>;
}

// What `start` says last.
const READY = "Ctrl-C stops everything";

/** Runs `start` on ports of its own, and waits until it says that it is ready; throws what it says if not. */
export async function ownStart({ data, cache }: StartFolders): Promise<OwnStart> {
  const ports = await freePortOptions();
  const script = join(repository, "stack/src/start.ts");
  const begunAt = performance.now();
  const child = spawn(process.execPath, [script, ...ports], {
    cwd: repository,
    env: { ...process.env, TMS_DATA_DIR: data, TMS_CACHE_DIR: cache },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  // An interrupted run leaves nothing behind.
  process.once("exit", () => child.kill());
  const output: string[] = [];
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output.push(String(chunk));
        if (output.join("").includes(READY)) resolve();
      });
  });
  await Promise.race([ready, exited]);
  const seconds = (performance.now() - begunAt) / 1_000;
  if (child.pid === undefined || child.exitCode !== null) throw new Error(output.join(""));
  const { pid } = child;
  return {
    seconds,
    processes: () => [
      { pid, parent: process.pid, command: child.spawnargs.join(" ") },
      ...descendants(pid),
    ],
    async stop() {
      child.kill("SIGINT");
      await exited;
      if (child.exitCode !== 0) throw new Error(output.join(""));
    },
  };
}
