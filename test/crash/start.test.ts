import { execFile, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { cacheDir, repository } from "../stack/paths.ts";
import { readOptions } from "../stack/options.ts";
import { freePort, isPortTaken } from "../stack/ports.ts";
import { until } from "../stack/until.ts";

/** `start` as a newcomer meets it: as a process of its own, seen through its output. */
class Start {
  readonly child: ChildProcess;
  output = "";

  constructor(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.child = spawn(process.execPath, ["test/stack/start.ts", ...args], {
      cwd: repository,
      env: { ...process.env, TMS_DATA_DIR: folder, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (chunk) => void (this.output += String(chunk)));
    // Whatever a failed assertion left running.
    onTestFinished(async () => void (await this.interrupt()));
  }

  async running(): Promise<void> {
    await until(() => this.output.includes("Ctrl-C") || this.child.exitCode !== null, {
      timeoutMs: 60_000,
      what: "the stack being up",
    });
    if (this.child.exitCode !== null) throw new Error(this.output);
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

/** A data folder and ports of a test's own. */
async function scene(): Promise<{ folder: string; ports: string[] }> {
  const folder = join(cacheDir(), `start-${process.pid}-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, ports: await freeOptions() };
}

/** Options that put everything on ports nobody holds: the gateway's, the services' behind it. */
async function freeOptions(): Promise<string[]> {
  for (;;) {
    const gateway = await freePort();
    const { ports, probePorts } = readOptions(optionsFrom(gateway));
    // The gateway stands in both.
    const all = new Set([...Object.values(ports), ...Object.values(probePorts)]);
    const taken = await Promise.all(Array.from(all, isPortTaken));
    if (!taken.includes(true)) return optionsFrom(gateway);
  }
}

const optionsFrom = (port: number) => ["--port", String(port), "--service-port", String(port + 1)];

/** Processes whose command line names the data folder. */
async function leftovers(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-axo", "pid=,args="]);
  return stdout.split("\n").filter((line) => line.includes(folder));
}

const accessOf = (folder: string) => readFile(join(folder, "demo-game.json"), "utf8");

describe("start", () => {
  test("prints curl lines that work when pasted, and Ctrl-C leaves no process behind", async () => {
    const { folder, ports } = await scene();
    const start = new Start(folder, ports);
    await start.running();
    const lines = start.output.split("\n").filter((line) => /^(T=|curl )/.test(line));
    expect(lines).toHaveLength(3);
    const { stdout } = await promisify(execFile)("bash", ["-c", lines.join("\n")]);
    expect(stdout).toContain('"status":"published"');
    expect(stdout).toContain('"message":"Tournament joined successfully"');

    const second = new Start(folder, ports);
    expect(await second.exited()).toBe(1);
    expect(second.output).toMatch(/already|another|running/i);
    expect(second.output).not.toMatch(/^\s+at /m);

    expect(await start.interrupt()).toBe(0);
    expect(await leftovers(folder)).toEqual([]);
  });

  test("finds its data and its key again, also after it was killed", async () => {
    const { folder, ports } = await scene();
    const killed = new Start(folder, ports);
    await killed.running();
    const access = await accessOf(folder);
    const { apiKey } = JSON.parse(access) as { apiKey: string };
    const baseOf = (start: Start) => /Base URL\s+(\S+)/.exec(start.output)?.[1] ?? "";
    const gamer = (start: Start) =>
      fetch(`${baseOf(start)}/gamer/ada`, { headers: { "x-api-key": apiKey } });
    await fetch(`${baseOf(killed)}/gamer/create`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ handle: "ada" }),
    });
    killed.child.kill("SIGKILL");
    await killed.exited();
    const start = new Start(folder, ports);
    await start.running();
    expect(await accessOf(folder)).toBe(access);
    expect((await gamer(start)).status).toBe(200);
    expect(await start.interrupt()).toBe(0);
    expect(await leftovers(folder)).toEqual([]);
  });

  test("begins anew with --fresh", async () => {
    const { folder, ports } = await scene();
    const first = new Start(folder, ports);
    await first.running();
    const before = await accessOf(folder);
    await first.interrupt();
    const start = new Start(folder, [...ports, "--fresh"]);
    await start.running();
    expect(await accessOf(folder)).not.toBe(before);
    expect(await start.interrupt()).toBe(0);
  });

  test("runs its queue on Postgres where there is no Redis", async () => {
    const { folder, ports } = await scene();
    const start = new Start(folder, ports, { TMS_QUEUE: "postgres" });
    await start.running();
    expect(start.output).toContain("the queue runs on Postgres");
    const settings = await readFile(join(folder, "tms.env"), "utf8");
    const env = Object.fromEntries(settings.split("\n").map((line) => line.split(/=(.*)/s, 2)));
    const demo = promisify(execFile)(process.execPath, ["test/demo/demo.ts"], {
      cwd: repository,
      env: { ...process.env, ...env },
    });
    const { stdout } = await demo;
    expect(stdout).toContain("balanced: in    2500.00 = out    2500.00");
    expect(await start.interrupt()).toBe(0);
  });

  test("says in one sentence that a port is taken", async () => {
    const { folder, ports } = await scene();
    const squatter = createServer().listen(0, "127.0.0.1");
    await once(squatter, "listening");
    const address = squatter.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    try {
      const start = new Start(folder, ["--port", port, ...ports.slice(2)]);
      expect(await start.exited()).toBe(1);
      expect(start.output).toContain(port);
      expect(start.output).not.toMatch(/^\s+at /m);
    } finally {
      squatter.close();
    }
  });
});
