import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { runningCommand } from "./running-command.ts";

/** Names the program on a port, such as "redis-server (process 412)", if this account may know. */
export function portHolder(port: number): string | undefined {
  const pid = process.platform === "linux" ? pidFromProc(port) : pidFromLsof(port);
  const command = pid === undefined ? undefined : runningCommand(pid);
  const program = command?.split(" ", 1)[0]?.split("/").at(-1);
  return program && `${program} (process ${pid})`;
}

function pidFromProc(port: number): number | undefined {
  const sockets = listeningInodes(port).map((inode) => `socket:[${inode}]`);
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.find((pid) => openFiles(pid).some((file) => sockets.includes(file)));
}

/** /proc/net/tcp has one line per socket: `sl local_address rem_address st … inode`, 0A = LISTEN. */
function listeningInodes(port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((table) => readOrEmpty(() => readFileSync(table, "utf8").split("\n")))
    .map((line) => line.trim().split(/\s+/))
    .filter((field) => field[1]?.endsWith(suffix) && field[3] === "0A")
    .flatMap((field) => field[9] ?? []);
}

/** Processes of other accounts do not show their files, and any process may end as we look. */
function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readOrEmpty(() => readdirSync(folder)).flatMap((fd) =>
    readOrEmpty(() => [readlinkSync(`${folder}/${fd}`)]),
  );
}

function pidFromLsof(port: number): number | undefined {
  const args = ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-t"];
  const [first] = readOrEmpty(() => execFileSync("lsof", args, { encoding: "utf8" }).split("\n"));
  return first ? Number(first) : undefined;
}

function readOrEmpty(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
