import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, readlinkSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { StackError } from "../stack-error.ts";
import { until } from "../until.ts";
import { runningCommand } from "./process.ts";

/**
 * The range of free ports. Linux assigns the ports from 32768 to outgoing connections, which could take the
 * port of a server while the server restarts.
 */
const FIRST = 15_000;
const LAST = 19_999;
const WINDOW = 25;

/** The next port to try. It starts at an offset by process id, so that parallel commands rarely collide. */
let next = FIRST + ((process.pid * WINDOW) % (LAST - FIRST));

export async function freePort(reserved?: ReadonlySet<number>): Promise<number> {
  for (;;) {
    const port = next;
    next = next === LAST ? FIRST : next + 1;
    if (!reserved?.has(port) && !(await isPortTaken(port))) return port;
  }
}

export async function isPortTaken(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server === undefined) return true;
  server.close();
  await once(server, "close");
  return false;
}

/** Listens on a port. Returns undefined if the port is in use. Throws a StackError for any other failure. */
export function listen(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") return resolve(undefined);
      const sentence = `This account cannot use port ${port} (${error.code}).`;
      reject(new StackError(sentence, "Choose a port from 1024 to 65535.", { cause: error }));
    });
    server.listen({ port, host: "127.0.0.1" }, () => resolve(server));
  });
}

/** The processes of a killed `start` end within this time. */
const PATIENCE_MS = 3_000;

export async function requireFreePort(port: number, wantedBy: string): Promise<void> {
  if (!(await isPortTaken(port))) return;
  const isFree = async () => !(await isPortTaken(port));
  await until(isFree, { timeoutMs: PATIENCE_MS, everyMs: 100, what: `port ${port}` }).catch(() => {
    throw portTaken(port, wantedBy);
  });
}

export const portTaken = (port: number, wantedBy: string): StackError =>
  new StackError(
    `${wantedBy} cannot listen on port ${port} because ${portHolder(port) ?? "another program"} uses it.`,
    "Stop that program, or choose other ports with --port and --service-port.",
  );

/** Returns the program on a port, such as "redis-server (process 412)", if this account may see it. */
function portHolder(port: number): string | undefined {
  try {
    const pid = process.platform === "linux" ? pidFromProc(port) : pidFromLsof(port);
    const program = runningCommand(pid)?.split(" ", 1)[0]?.split("/").at(-1);
    return program && `${program} (process ${pid})`;
  } catch {
    return undefined;
  }
}

/** Reads sockets from /proc/net/tcp: `sl local_address rem_address st … inode`. State 0A is LISTEN. */
function pidFromProc(port: number): number {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const sockets = ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((table) => readFileSync(table, "utf8").split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(suffix) && fields[3] === "0A")
    .map((fields) => `socket:[${fields[9]}]`);
  const found = globSync("/proc/[0-9]*/fd/*").find((file) => sockets.includes(readLink(file)));
  return Number(found?.split("/")[2]);
}

function readLink(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    // The process has ended since the listing.
    return "";
  }
}

function pidFromLsof(port: number): number {
  const options = ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-t"];
  return Number.parseInt(execFileSync("lsof", options, { encoding: "utf8" }), 10);
}
