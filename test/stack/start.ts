import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openBacking } from "./backing.ts";
import { demoGame } from "./demo-game.ts";
import { lockFolder } from "./lock.ts";
import { readOptions } from "./options.ts";
import { dataDir } from "./paths.ts";
import { requireFreePort } from "./ports.ts";
import { writeSettings } from "./settings.ts";
import { StackError } from "./stack-error.ts";
import { PROCESSES, startSystem, type ProcessName, type System } from "./system.ts";
import { welcome } from "./welcome.ts";

// `pnpm start`: the whole product on one machine, until Ctrl-C.

// A process that keeps dying is not started for ever; one that ran this long may die again.
const RESTARTS = 5;
const STEADY_MS = 60_000;

/** Ends what was started, the last first. */
const stops: (() => unknown)[] = [];
let stopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => void stop(0));

try {
  await start();
} catch (error) {
  console.error(error instanceof StackError ? `\n${error.message}\n${error.hint}\n` : error);
  await stop(1);
}

async function start(): Promise<void> {
  const { fresh, ports, probePorts } = readOptions(process.argv.slice(2));
  const folder = dataDir();
  const lock = await lockFolder(folder);
  stops.push(() => lock.release());
  if (fresh) await empty(folder);
  for (const name of PROCESSES)
    for (const port of new Set([ports[name], probePorts[name]]))
      await requireFreePort(port, `the ${name}`);

  const backing = await openBacking({ dataDir: folder, durable: true });
  stops.push(() => backing.stop());
  const logs = await openLogs(join(folder, "logs"));
  const system = await startSystem({
    ...backing,
    ports,
    probePorts,
    env: { LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn" },
    onLine: (name, line) => logs.get(name)?.write(`${line}\n`),
  });
  stops.push(() => system.stop());
  for (const name of PROCESSES) void supervise(system, name, RESTARTS);
  const access = await demoGame(system.urls.game, join(folder, "demo-game.json"));
  await writeSettings(system, access, backing);
  if (!stopping) console.log(welcome(system, access, [...backing.described, `data in ${folder}`]));
}

async function supervise(system: System, name: ProcessName, restartsLeft: number): Promise<void> {
  const startedAt = performance.now();
  await system.processes.get(name)?.exited;
  if (stopping) return;
  if (performance.now() - startedAt > STEADY_MS) restartsLeft = RESTARTS;
  if (restartsLeft === 0) {
    console.error(`The ${name} ended again; its log says why. Stopping.`);
    return await stop(1);
  }
  console.error(`The ${name} ended; starting it again.`);
  await system.restart(name).catch(() => undefined);
  await supervise(system, name, restartsLeft - 1);
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (let end = stops.pop(); end; end = stops.pop()) await end();
  process.exit(code);
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (!name.startsWith("lock")) await rm(join(folder, name), { recursive: true, force: true });
}

async function openLogs(folder: string): Promise<Map<ProcessName, WriteStream>> {
  await mkdir(folder, { recursive: true });
  return new Map(
    // Each start begins its logs anew, which bounds them.
    PROCESSES.map((name) => [name, createWriteStream(join(folder, `${name}.log`))]),
  );
}
