import { readOptions } from "../options.ts";
import { isPortTaken, listen } from "../process/ports.ts";

/** Tests take ports from a range below the ports that Linux assigns to outgoing connections. */
const FIRST = 20_000;
const LAST = 31_999;

/** Each process draws from its own slice, so that two processes never find the same port free. */
const SLICES = 24;
const SLICE = Math.floor((LAST - FIRST + 1) / SLICES);
/** Rows of ports come from the lower half, which single ports would leave in pieces. */
const ROWS = SLICE / 2;

let claimed: Promise<number> | undefined;

/** Claims a slice for this process: it listens on the port before the first one of the slice. */
async function claimSlice(): Promise<number> {
  for (let step = 0; step < SLICES; step += 1) {
    const mark = FIRST + ((process.pid + step) % SLICES) * SLICE;
    const holder = await listen(mark);
    holder?.unref();
    if (holder !== undefined) return mark + 1;
  }
  throw new Error(`Every range of ports between ${FIRST} and ${LAST} is in use.`);
}

export async function freePort(): Promise<number> {
  const first = await (claimed ??= claimSlice());
  return await findFree([0], first + ROWS, first + SLICE - 1);
}

export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Finds a port such that it and the ports at the offsets above it are free. */
async function findFree(offsets: readonly number[], from: number, to: number): Promise<number> {
  // A random start makes it unlikely that two draws find the same port.
  const start = Math.floor(Math.random() * (to - from));
  for (let step = 0; step < to - from; step += 1) {
    const port = from + ((start + step) % (to - from));
    const taken = await Promise.all(offsets.map((offset) => isPortTaken(port + offset)));
    if (!taken.includes(true)) return port;
  }
  throw new Error(`No free port was found between ${from} and ${to}.`);
}

/** Finds options of `start` that put all processes on free ports. */
export async function freePortOptions(): Promise<string[]> {
  const first = await (claimed ??= claimSlice());
  const offsets = portsFrom(1).map((port) => port - 1);
  const last = first + ROWS - Math.max(...offsets);
  return optionsFrom(await findFree(offsets, first, last));
}

const optionsFrom = (port: number) => ["--port", String(port), "--service-port", String(port + 1)];

function portsFrom(port: number): number[] {
  const { ports, probePorts } = readOptions(optionsFrom(port));
  return [...new Set([...Object.values(ports), ...Object.values(probePorts)])];
}
