import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import {
  freePort,
  freePorts,
  freeRow,
  isPortTaken,
  requireFreePort,
} from "../src/process/ports.ts";

it("finds as many different free ports as asked for", async () => {
  const ports = await freePorts(12);
  expect(new Set(ports).size).toBe(12);
  for (const port of ports) expect(await isPortTaken(port)).toBe(false);
});

it("refuses a taken port in a sentence that names who has it", async () => {
  const port = await freePort();
  await requireFreePort(port, "The gateway");
  const holder = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void holder.close());
  await expect(requireFreePort(port, "The gateway")).rejects.toThrow(
    new RegExp(
      `^The gateway cannot listen on port ${port}: it is taken by .+ \\(process ${process.pid}\\)\\.$`,
    ),
  );
});

it("takes no port that is reserved", async () => {
  const first = await freePort();
  const slice = first - ((first - 20_000) % SLICE);
  const all = new Set(Array.from({ length: SLICE }, (_, index) => slice + index));
  all.delete(first);
  expect(await freePort(all)).toBe(first);
});

it("finds a row of free ports in the slice it draws from, however many single ports are in use", async () => {
  const held = await Promise.all((await freePorts(150)).map(listenOn));
  onTestFinished(() => held.forEach((server) => server.close()));
  const row = await freeRow([0, 1, 100, 107]);
  const busy = listenOn(row + 107);
  onTestFinished(async () => void (await busy).close());
  await busy;
  expect(Math.floor((row + 107 - 20_000) / SLICE)).toBe(Math.floor((row - 20_000) / SLICE));
  for (const offset of [0, 1, 100]) expect(await isPortTaken(row + offset)).toBe(false);
  const next = await freeRow([0, 1, 100, 107]);
  for (const offset of [0, 1, 100, 107]) expect(await isPortTaken(next + offset)).toBe(false);
});

it("draws from another slice than every process that draws at the same time", async () => {
  const drawing = Array.from({ length: 6 }, () => startDrawing());
  onTestFinished(() => drawing.forEach((child) => child.kill()));
  const drawn = await Promise.all(drawing.map(lineOf));
  const slices = [...drawn.map(Number), await freePort()].map((port) =>
    Math.floor((port - 20_000) / SLICE),
  );
  expect(new Set(slices).size).toBe(slices.length);
});

/** How many ports each process draws from. */
const SLICE = 500;

async function listenOn(port: number): Promise<Server> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Starts a process that draws a port, prints it, and stays. */
function startDrawing() {
  const module = new URL("../src/process/ports.ts", import.meta.url).href;
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
