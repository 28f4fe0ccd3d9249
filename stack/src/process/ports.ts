import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { portHolder } from "./port-holder.ts";
import { StackError } from "../stack-error.ts";
import { until } from "../until.ts";

const HOST = "127.0.0.1";

/**
 * Free ports are taken from below 32768, where Linux begins to hand ports to outgoing connections:
 * none of those can slip in between the moment a port is found free and the moment it is used.
 */
const FIRST = 20_000;
const LAST = 31_999;

/**
 * Each process draws from a slice of its own: what one found free, another that starts at the same
 * time must not take before it is used.
 */
const SLICES = 24;
const SLICE = Math.floor((LAST - FIRST + 1) / SLICES);
/** Rows of ports come from the lower half: single ports, strewn over it, would leave room for none. */
const ROWS = SLICE / 2;

let claimed: Promise<number> | undefined;

/**
 * Claims a slice for as long as this process lives, by listening on the port before its first, and
 * returns the first.
 */
async function claimSlice(): Promise<number> {
  for (let step = 0; step < SLICES; step += 1) {
    const mark = FIRST + ((process.pid + step) % SLICES) * SLICE;
    const holder = await listen(mark);
    // It lasts as long as the process, and does not make it last.
    holder?.unref();
    if (holder !== undefined) return mark + 1;
  }
  throw new StackError(
    `Every range of ports between ${FIRST} and ${LAST} is in use.`,
    "Wait until other start commands and test runs on this machine have ended.",
  );
}

/** A port nobody listens on, nor will once those who reserved theirs begin to. */
export async function freePort(reserved?: ReadonlySet<number>): Promise<number> {
  const first = await (claimed ??= claimSlice());
  const isFree = async (port: number) => !reserved?.has(port) && !(await isPortTaken(port));
  return firstThat(isFree, first + ROWS, first + SLICE - 1);
}

/** A port that nobody listens on, nor on the ports that lie as far above it as the offsets say. */
export async function freeRow(offsets: readonly number[]): Promise<number> {
  const first = await (claimed ??= claimSlice());
  const isFree = async (port: number) => {
    const taken = await Promise.all(offsets.map((offset) => isPortTaken(port + offset)));
    return !taken.includes(true);
  };
  return firstThat(isFree, first, first + ROWS - Math.max(...offsets));
}

/** Looks from anywhere in a range, that two draws in a row meet rarely, and at each port once. */
async function firstThat(
  isFree: (port: number) => Promise<boolean>,
  from: number,
  to: number,
): Promise<number> {
  const offset = Math.floor(Math.random() * (to - from));
  for (let step = 0; step < to - from; step += 1) {
    const port = from + ((offset + step) % (to - from));
    if (await isFree(port)) return port;
  }
  throw new StackError(
    `No free port was found between ${from} and ${to}.`,
    "Another program uses a very large number of ports. Find it with `ss -ltnp`.",
  );
}

/** As many different free ports as asked for. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Whether anybody listens on this port of the loopback interface. */
export async function isPortTaken(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server === undefined) return true;
  server.close();
  await once(server, "close");
  return false;
}

/** Listens on a port; undefined when somebody else does. */
function listen(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") return resolve(undefined);
      reject(
        new StackError(
          `This account cannot use port ${port} (${error.code}).`,
          "Choose a port from 1024 to 65535.",
          { cause: error },
        ),
      );
    });
    server.listen({ port, host: HOST }, () => resolve(server));
  });
}

// Processes that a killed predecessor left running end by themselves, within moments.
const PATIENCE_MS = 3_000;

/** Refuses a taken port with a sentence that names who holds it, as far as this account may see. */
export async function requireFreePort(port: number, wantedBy: string): Promise<void> {
  const free = async () => !(await isPortTaken(port));
  await until(free, { timeoutMs: PATIENCE_MS, everyMs: 100, what: `port ${port}` }).catch(() => {
    throw portTaken(port, wantedBy);
  });
}

/** Refuses to let two listen on one port. */
export function requireDistinctPorts(wanted: readonly { name: string; port: number }[]): void {
  for (const [index, { name, port }] of wanted.entries()) {
    const other = wanted.slice(0, index).find((earlier) => earlier.port === port);
    if (other === undefined) continue;
    throw new StackError(
      `The ${other.name} and the ${name} cannot both use port ${port}.`,
      "Choose --port and --service-port further apart. The services use seven ports from --service-port and seven ports from 100 above it.",
    );
  }
}

/** The refusal itself, for a server that found its port taken only when it tried. */
export function portTaken(port: number, wantedBy: string): StackError {
  const holder = portHolder(port) ?? "another program";
  return new StackError(
    `${wantedBy} cannot listen on port ${port} because ${holder} uses it.`,
    "Stop that program, or choose another port.",
  );
}
