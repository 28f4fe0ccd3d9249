import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  runningCommand,
  type Exit,
  answersOk,
  startProcess,
  type ProcessOptions,
} from "../src/process/process.ts";
import { keepRunning, type Part } from "../src/process/keep-running.ts";
import { requireFreePort } from "../src/process/ports.ts";
import { makeCallers } from "../src/system/credentials.ts";
import { PROCESSES, startSystem } from "../src/system/system.ts";
import { freePort } from "../src/testing/ports.ts";
import { until } from "../src/until.ts";
import { killHard, scratchFolder, supervise } from "./fixtures/scene.ts";

async function serviceOptions(mode: string): Promise<ProcessOptions> {
  const port = await freePort();
  return {
    name: "wallet",
    file: join(import.meta.dirname, "fixtures/service.ts"),
    args: [mode],
    env: { PORT: String(port) },
    ready: answersOk(`http://127.0.0.1:${port}/readyz`),
  };
}

describe("startProcess", () => {
  test("waits for the probe, passes lines on, and stops the process when asked", async () => {
    const lines: string[] = [];
    const options = await serviceOptions("good");
    const service = await startProcess({ ...options, onLine: (line) => lines.push(line) });
    onTestFinished(() => service.stop());
    expect(await options.ready(service.pid)).toBe(true);
    expect(lines).toEqual(["hello"]);
    await service.stop();
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(service.kill("SIGTERM")).toBe(false);
  });

  test("kills a process that does not stop in time", async () => {
    const service = await startProcess(await serviceOptions("stubborn"));
    await service.stop(50);
    expect(await service.exited).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("quotes the last lines of a process that exits before it is ready", async () => {
    await expect(startProcess(await serviceOptions("broken"))).rejects.toMatchObject({
      message: "wallet exited with code 3 before it was ready.",
      hint: "Its last lines of output:\nWALLET_URL is missing",
    });
  });

  test("gives up a process that does not become ready", async () => {
    const options = await serviceOptions("unready");
    await expect(startProcess({ ...options, readyWithinMs: 1_000 })).rejects.toMatchObject({
      message: "wallet did not become ready within 1000 ms.",
      hint: "Its last lines of output:\nhello",
    });
  });

  test("ends the process if the supervisor is killed", async () => {
    const supervisor = await supervise("service", await scratchFolder());
    expect(runningCommand(supervisor.pid)).toContain("service.ts");
    await killHard(supervisor);
    await until(() => runningCommand(supervisor.pid) === undefined, {
      timeoutMs: 60_000,
      what: "The end of the service",
    });
  });
});

test("names the holder of a port that is in use", async () => {
  const port = await freePort();
  await requireFreePort(port, "The gateway");
  const holder = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void holder.close());
  await expect(requireFreePort(port, "The gateway")).rejects.toThrow(
    new RegExp(
      `^The gateway cannot listen on port ${port} because .+ \\(process ${process.pid}\\) uses it\\.$`,
    ),
  );
});

test("draws from another slice than every process that draws at the same time", async () => {
  const drawing = Array.from({ length: 6 }, () => startDrawing());
  onTestFinished(() => drawing.forEach((child) => child.kill()));
  const drawn = await Promise.all(drawing.map(lineOf));
  const slices = [...drawn.map(Number), await freePort()].map((port) =>
    Math.floor((port - 20_000) / SLICE),
  );
  expect(new Set(slices).size).toBe(slices.length);
});

/** The number of ports from which each process draws. */
const SLICE = 500;

/** Starts a process that draws a port, prints it, and keeps running. */
function startDrawing() {
  const module = new URL("../src/testing/ports.ts", import.meta.url).href;
  const script = `
    const { freePort } = await import(${JSON.stringify(module)});
    console.log(await freePort());
    process.stdin.resume();`;
  return spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
}

async function lineOf({ stdout }: ReturnType<typeof startDrawing>): Promise<string> {
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error("it drew nothing");
}

const KILLED: Exit = { code: null, signal: "SIGKILL" };
const never = new Promise<Exit>(() => undefined);

/** Creates a part that ends as given, and then runs forever. */
function part(...ends: readonly Exit[]): Part & { starts: number } {
  const left = [...ends];
  return {
    name: "The part",
    starts: 0,
    ended: async () => left.shift() ?? (await never),
    async startAgain() {
      this.starts++;
    },
  };
}

describe("keepRunning", () => {
  test("restarts a part that exits", async () => {
    const interruption = new AbortController();
    const ending = part(KILLED, KILLED);
    const said: string[] = [];
    const keeping = keepRunning(ending, interruption.signal, (line) => said.push(line));
    await expect.poll(() => ending.starts).toBe(2);
    interruption.abort();
    await keeping;
    expect(said).toEqual(Array(2).fill("The part was terminated by SIGKILL. Restarting it."));
  });

  test("gives up a part that exits repeatedly", async () => {
    const ends = Array.from({ length: 9 }, () => KILLED);
    const keeping = keepRunning(part(...ends), new AbortController().signal, () => undefined);
    await expect(keeping).rejects.toThrow("The part exited too often, so start stops the product.");
  });
});

test("does not start a system after the interruption", async () => {
  const ports = Object.fromEntries(PROCESSES.map((name) => [name, 1])) as Record<
    (typeof PROCESSES)[number],
    number
  >;
  const reason = new Error("interrupted");
  const starting = startSystem({
    adminUrl: "postgres://nobody:none@127.0.0.1:1/tms",
    redisUrl: null,
    ports,
    probePorts: ports,
    callers: await makeCallers(await scratchFolder()),
    keys: { SESSION_KEY: "", SECRETS_KEY: "" },
    interruption: AbortSignal.abort(reason),
  });
  await expect(starting).rejects.toBe(reason);
});
