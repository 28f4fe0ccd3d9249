import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { repository } from "@tms/stack/paths";
import { runningCommand } from "@tms/stack/process/process";
import { runningProcesses, type RunningProcess } from "@tms/stack/testing/running-processes";
import { until } from "@tms/stack/until";
import type { GameAccess } from "@tms/stack/system/demo-game";
import { apiOf, type Api } from "../harness/api.ts";
import { makeScratch } from "@tms/stack/testing/scratch";
import { freePortOptions } from "@tms/stack/testing/ports";

/** `start` as a newcomer meets it: as a process of its own, seen through its output. */
export class Start {
  readonly child: ChildProcess;
  output = "";

  constructor(
    folder: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    account?: { uid: number; gid: number },
  ) {
    this.child = spawn(process.execPath, [join(repository, "stack/src/start.ts"), ...args], {
      cwd: repository,
      env: { ...process.env, TMS_DATA_DIR: folder, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      ...account,
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (chunk) => void (this.output += String(chunk)));
    // A failed assertion may have left it running.
    onTestFinished(async () => void (await this.interrupt()));
  }

  async running(): Promise<void> {
    await this.says("Ctrl-C");
  }

  /** Waits for a string in the output. */
  async says(text: string): Promise<void> {
    await until(() => this.output.includes(text) || this.child.exitCode !== null, {
      timeoutMs: 60_000,
      what: `"${text}" in the output of start`,
    });
    if (!this.output.includes(text)) throw new Error(this.output);
  }

  async exited(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null)
      await once(this.child, "exit");
    return this.child.exitCode;
  }

  async interrupt(): Promise<number | null> {
    this.child.kill("SIGINT");
    return await this.exited();
  }
}

export interface Scene {
  folder: string;
  /** Options that put everything on ports nobody holds. */
  ports: string[];
}

/** A data folder and ports of a test's own. */
export async function scene(): Promise<Scene> {
  const { folder, remove } = await makeScratch("start");
  onTestFinished(remove);
  return { folder, ports: await freePortOptions() };
}

/** Starts in a scene of its own, and waits until it runs. */
export async function running(env?: NodeJS.ProcessEnv): Promise<Scene & { start: Start }> {
  const where = await scene();
  const start = new Start(where.folder, where.ports, env);
  await start.running();
  return { ...where, start };
}

/** Returns the processes whose command line, environment or current folder names the data folder. */
export const leftovers = (folder: string) =>
  runningProcesses().filter(({ pid, command }) => `${command} ${readProc(pid)}`.includes(folder));

/** Returns the first environment and the current folder of a process, if this account may read them. */
function readProc(pid: number): string {
  try {
    return `${readFileSync(`/proc/${pid}/environ`, "utf8")} ${readlinkSync(`/proc/${pid}/cwd`)}`;
  } catch {
    return "";
  }
}

/** Waits until none of some processes is left, and none that names the data folder. */
export async function noneLeft(started: readonly RunningProcess[], folder: string): Promise<void> {
  await until(
    () =>
      started.every(({ pid, command }) => runningCommand(pid) !== command) &&
      leftovers(folder).length === 0,
    { timeoutMs: 60_000, everyMs: 100, what: "the end of all that start had started" },
  );
}

/** The game and key that a start shows. */
export const accessOf = (folder: string) => readFile(join(folder, "demo-game.json"), "utf8");

/** The API of a start, called with the demo game's key. */
export async function apiOfStart(start: Start, folder: string): Promise<Api> {
  const base = /Base URL\s+(\S+)/.exec(start.output)?.[1] ?? "";
  return apiOf(base, JSON.parse(await accessOf(folder)) as GameAccess);
}
