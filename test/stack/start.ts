import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openBacking } from "./backing.ts";
import { demoGame } from "./demo-game.ts";
import { lockFolder } from "./lock.ts";
import { dataDir } from "./paths.ts";
import { requireFreePort } from "./ports.ts";
import { StackError } from "./stack-error.ts";
import { PROCESSES, startSystem, type ProcessName, type System } from "./system.ts";
import { writeSettings } from "./settings.ts";
import { welcome } from "./welcome.ts";

// `pnpm start`: the whole product on one machine, until Ctrl-C.

const PORTS: Record<ProcessName, number> = {
  gateway: 8080,
  game: 7101,
  tournament: 7102,
  entry: 7103,
  wallet: 7104,
  settlement: 7105,
};
const PROBE_OFFSET = 100;
// A process that keeps dying is not started for ever.
const RESTARTS = 5;

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
  const { values } = parseArgs({
    options: { fresh: { type: "boolean" }, port: { type: "string" } },
    allowPositionals: false,
  });
  const folder = dataDir();
  await mkdir(folder, { recursive: true });
  const lock = await lockFolder(folder);
  stops.push(() => lock.release());
  if (values.fresh) await empty(folder);

  const ports = { ...PORTS, gateway: portOf(values.port) };
  const probePorts = Object.fromEntries(
    PROCESSES.map((name) => [name, ports[name] + PROBE_OFFSET]),
  ) as Record<ProcessName, number>;
  for (const name of PROCESSES) await requireFreePort(ports[name], `the ${name}`);

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
  superviseAll(system);
  const access = await demoGame(system.urls.game, join(folder, "demo-game.json"));
  await writeSettings(system, access, backing);
  if (!stopping) console.log(welcome(system, access, [...backing.described, `data in ${folder}`]));
}

function superviseAll(system: System): void {
  for (const name of PROCESSES) void supervise(system, name, RESTARTS);
}

async function supervise(system: System, name: ProcessName, restartsLeft: number): Promise<void> {
  const exit = await system.processes.get(name)?.exited;
  if (stopping || exit === undefined) return;
  if (restartsLeft === 0) {
    console.error(`The ${name} ended again; see its log. Stopping.`);
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

function portOf(text: string | undefined): number {
  if (text === undefined) return PORTS.gateway;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new StackError(`--port ${text} is no port.`, "Give a number from 1 to 65535.");
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
