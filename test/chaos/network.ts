import { PROCESSES, type ProcessName } from "@tms/stack/system/system";
import { openEdge, type Edge } from "./proxy.ts";

/** The services that each process calls. Every pair has an edge of its own that faults can harm. */
const CALLS: Readonly<Record<ProcessName, readonly ProcessName[]>> = {
  gateway: ["game", "tournament", "entry", "wallet", "settlement", "identity"],
  tournament: ["game", "wallet", "entry", "settlement", "events"],
  entry: ["tournament", "wallet", "events"],
  settlement: ["tournament", "entry", "wallet", "events"],
  game: ["wallet", "identity", "events"],
  wallet: [],
  identity: [],
  events: ["game"],
};
const USES_REDIS: readonly ProcessName[] = ["gateway", "settlement"];

/** The name of the connection from game backends, which the harness plays. */
export const CLIENT_EDGE = "client→gateway";

/** The names of all edges, in a fixed order that plans can draw from. */
export const EDGE_NAMES: readonly string[] = [
  CLIENT_EDGE,
  ...PROCESSES.flatMap((from) => CALLS[from].map((to) => `${from}→${to}`)),
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
      const urls = CALLS[process].map((to) => [
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
