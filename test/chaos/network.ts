import type { DescMethod } from "@bufbuild/protobuf";
import { PRODUCT_CALLERS } from "@tms/kit/callers/rights";
import { PROCESSES, type ProcessName } from "@tms/stack/system/system";
import { openEdge, type Edge } from "./proxy.ts";

// A package is named after one thing; the process that owns it may be after many.
const OWNERS: Readonly<Record<string, string>> = { event: "events" };

function ownerOf({ parent: { typeName } }: DescMethod): ProcessName {
  const [, name = ""] = typeName.split(".");
  const owner = PROCESSES.find((process) => process === (OWNERS[name] ?? name));
  if (owner === undefined) throw new Error(`no process serves ${typeName}`);
  return owner;
}

/** Whom a process calls, by what it may call. Every pair has an edge of its own that faults can harm. */
const calledBy = (process: ProcessName): ProcessName[] => {
  const rights: Readonly<Record<string, readonly DescMethod[]>> = PRODUCT_CALLERS;
  return [...new Set((rights[process] ?? []).map(ownerOf))].filter((to) => to !== process);
};
const USES_REDIS: readonly ProcessName[] = ["gateway", "settlement"];

/** The name of the connection from game backends, which the harness plays. */
export const CLIENT_EDGE = "client→gateway";

/** The names of all edges, in a fixed order that plans can draw from. */
export const EDGE_NAMES: readonly string[] = [
  CLIENT_EDGE,
  ...PROCESSES.flatMap((from) => calledBy(from).map((to) => `${from}→${to}`)),
  ...PROCESSES.filter((name) => name !== "gateway").map((name) => `${name}→postgres`),
  ...USES_REDIS.map((name) => `${name}→redis`),
];

/** Where the ends of the edges are. */
export interface Upstreams {
  ports: Readonly<Record<ProcessName, number>>;
  postgresPort: number;
  redisPort: number;
}

/** All edges between the processes of a system. */
export interface Network {
  edge(name: string): Edge;
  /** Leads whoever calls a process anew to this port. */
  lead(process: ProcessName, port: number): void;
  /** The environment with which a process calls others through its edges. */
  envOf(process: ProcessName, databaseUrl: string | undefined): NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** Opens every edge, each listening on one of `free`. */
export async function openNetwork(upstreams: Upstreams, free: readonly number[]): Promise<Network> {
  const edges = new Map<string, Edge>();
  for (const [index, name] of EDGE_NAMES.entries())
    edges.set(name, await openEdge(free[index] ?? 0, upstreamOf(name, upstreams)));
  const edge = (name: string) => {
    const found = edges.get(name);
    if (found === undefined) throw new Error(`there is no edge ${name}`);
    return found;
  };
  return {
    edge,
    lead(process, port) {
      for (const [name, { leadTo }] of edges) if (name.endsWith(`→${process}`)) leadTo(port);
    },
    envOf(process, databaseUrl) {
      const urls = calledBy(process).map((to) => [
        `${to.toUpperCase()}_URL`,
        `http://127.0.0.1:${edge(`${process}→${to}`).port}`,
      ]);
      const env: NodeJS.ProcessEnv = Object.fromEntries(urls);
      if (databaseUrl !== undefined)
        env["DATABASE_URL"] = withPort(databaseUrl, edge(`${process}→postgres`).port);
      if (USES_REDIS.includes(process))
        env["REDIS_URL"] = `redis://127.0.0.1:${edge(`${process}→redis`).port}`;
      return env;
    },
    async close() {
      for (const { close } of edges.values()) await close();
    },
  };
}

function upstreamOf(name: string, { ports, postgresPort, redisPort }: Upstreams): number {
  const to = name.slice(name.indexOf("→") + 1);
  if (to === "postgres") return postgresPort;
  if (to === "redis") return redisPort;
  const process = PROCESSES.find((known) => known === to);
  if (process === undefined) throw new Error(`nobody is called ${to}`);
  return ports[process];
}

function withPort(url: string, port: number): string {
  const result = new URL(url);
  result.port = String(port);
  return result.href;
}
