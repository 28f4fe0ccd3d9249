import { createServer } from "node:net";
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
 * Each process draws from a slice of its own, as a rule: what one found free, another that
 * starts at the same time must not take before it is used.
 */
const SLICES = 48;
const SLICE = Math.floor((LAST - FIRST + 1) / SLICES);

export interface FreePortOptions {
  /** How many ports after it belong to the same slice, for who takes a row of them. */
  span?: number;
  /** Ports that nobody listens on yet, but somebody will. */
  reserved?: ReadonlySet<number> | undefined;
}

/** A port nobody listens on. */
export async function freePort({ span = 0, reserved }: FreePortOptions = {}): Promise<number> {
  const first = FIRST + (process.pid % SLICES) * SLICE;
  const size = SLICE - span;
  const offset = Math.floor(Math.random() * size);
  for (let step = 0; step < size; step += 1) {
    const port = first + ((offset + step) % size);
    if (!reserved?.has(port) && !(await isPortTaken(port))) return port;
  }
  throw new StackError(
    `No free port was found between ${first} and ${first + size}.`,
    "Something holds a very large number of ports: find it with `ss -ltnp`.",
  );
}

/** As many different free ports as asked for. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Whether anybody listens on this port of the loopback interface. */
export function isPortTaken(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") return resolve(true);
      reject(
        new StackError(
          `Port ${port} cannot be used by this account (${error.code}).`,
          "Choose a port from 1024 to 65535.",
          { cause: error },
        ),
      );
    });
    server.listen({ port, host: HOST }, () => server.close(() => resolve(false)));
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
      `Port ${port} was meant for the ${other.name} and for the ${name}.`,
      "Choose --port and --service-port further apart: the services take seven ports from the latter, and seven from 100 above it.",
    );
  }
}

/** The refusal itself, for a server that found its port taken only when it tried. */
export function portTaken(port: number, wantedBy: string): StackError {
  const holder = portHolder(port) ?? "another program";
  return new StackError(
    `${wantedBy} cannot listen on port ${port}: it is taken by ${holder}.`,
    "Stop that program or choose another port.",
  );
}
