import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { freePort, freePorts, isPortTaken, requireFreePort } from "../src/process/ports.ts";

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

it("keeps a row of ports within the slice it draws from, and takes none that is reserved", async () => {
  const first = await freePort({ span: 105 });
  const slice = first - ((first - 20_000) % 250);
  expect(first + 105).toBeLessThan(slice + 250);
  const all = new Set(Array.from({ length: 250 }, (_, index) => slice + index));
  all.delete(first);
  expect(await freePort({ reserved: all })).toBe(first);
});

it("draws from another slice than every process that draws at the same time", async () => {
  const drawing = Array.from({ length: 6 }, () => startDrawing());
  onTestFinished(() => drawing.forEach((child) => child.kill()));
  const drawn = await Promise.all(drawing.map(lineOf));
  const slices = [...drawn.map(Number), await freePort()].map((port) => Math.floor(port / 250));
  expect(new Set(slices).size).toBe(slices.length);
});

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
