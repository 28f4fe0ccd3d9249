import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

/** A process that logs without end, or only that it stops. */
function chatterer(stdout: "pipe" | number, ...args: "quiet"[]): ChildProcess {
  const stdio: StdioOptions = ["ignore", stdout, "inherit", "ipc"];
  const file = join(import.meta.dirname, "fixtures/chatterer.ts");
  const child = spawn(process.execPath, [file, ...args], { stdio });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Waits until it has logged that much since it was started; its event loop must turn for that. */
async function logged(child: ChildProcess, lines: number): Promise<{ memory: number }> {
  for (;;) {
    child.send("how far?");
    const [said] = (await once(child, "message")) as [{ lines: number; memory: number }];
    if (said.lines >= lines) return said;
  }
}

async function stopped(child: ChildProcess): Promise<unknown> {
  child.kill("SIGTERM");
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  return { code, signal };
}

const CLEAN = { code: 0, signal: null };

it("goes on and ends cleanly when the reader of its log is gone", async () => {
  const child = chatterer("pipe");
  if (child.stdout) await once(child.stdout, "data");
  child.stdout?.destroy();
  await logged(child, 20_000);
  expect(await stopped(child)).toEqual(CLEAN);
});

it("ends cleanly when it finds out at the end that the reader of its log is gone", async () => {
  const child = chatterer("pipe", "quiet");
  await logged(child, 0);
  child.stdout?.destroy();
  expect(await stopped(child)).toEqual(CLEAN);
});

it("goes on within bounds and ends cleanly when the reader of its log stands still", async () => {
  const child = chatterer("pipe");
  const early = await logged(child, 20_000);
  // Ten times what may wait, and more.
  const late = await logged(child, 60_000);
  expect(late.memory - early.memory).toBeLessThan(64 * 1024 * 1024);
  expect(await stopped(child)).toEqual(CLEAN);
});

it("says how much of its log was lost once the reader goes on", async () => {
  const child = chatterer("pipe");
  await logged(child, 20_000);
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("log lines were dropped")) break;
  }
  expect(text).toMatch(/"\d+ log lines were dropped, because nobody read them in time"/);
});

it.runIf(existsSync("/dev/full"))("goes on and ends cleanly on a full disk", async () => {
  const full = openSync("/dev/full", "w");
  const child = chatterer(full);
  closeSync(full);
  await logged(child, 20_000);
  expect(await stopped(child)).toEqual(CLEAN);
});
