import type { DescMethod } from "@bufbuild/protobuf";
import { isProductCaller } from "@tms/kit/callers/product";
import { PROCESSES, type ProcessName } from "@tms/stack/system/system";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { openRelay } from "../harness/relay.ts";
import { rpcsFor } from "../services.ts";

// The package of the process `events` has another name.
const OWNERS: Readonly<Record<string, string>> = { event: "events" };

export function toProcess(name: string): ProcessName {
  const process = PROCESSES.find((known) => known === (OWNERS[name] ?? name));
  if (process === undefined) throw new Error(`there is no process ${name}`);
  return process;
}

const toOwner = ({ parent: { typeName } }: DescMethod) => toProcess(typeName.split(".")[1] ?? "");

/** Returns the processes that a process may call. Each pair has an edge of its own. */
const findCallees = (process: ProcessName): ProcessName[] => {
  const rpcs = isProductCaller(process) ? rpcsFor(process) : [];
  return [...new Set(rpcs.map(toOwner))].filter((to) => to !== process);
};
const USES_REDIS: readonly ProcessName[] = ["gateway", "settlement"];

/** The edge from game backends and people to the gateway. */
export const CLIENT_EDGE = "client→gateway";

/** The names of all edges. Seeds depend on their order. */
export const EDGE_NAMES: readonly string[] = [
  CLIENT_EDGE,
  ...PROCESSES.flatMap((from) => findCallees(from).map((to) => `${from}→${to}`)),
  ...PROCESSES.filter((name) => name !== "gateway").map((name) => `${name}→postgres`),
  ...USES_REDIS.map((name) => `${name}→redis`),
];

/** The servers to which the edges lead. */
interface Upstreams {
  ports: Readonly<Record<ProcessName, number>>;
  postgresPort: number;
  redisUrl: string;
}

/** Opens every edge, each on one of the free ports. */
export async function openNetwork(upstreams: Upstreams, free: readonly number[]) {
  const edges = new Map<string, Edge>();
  for (const [index, name] of EDGE_NAMES.entries())
    edges.set(name, await openEdge(free[index] ?? 0, toUpstreamPort(name, upstreams)));
  const edge = (name: string) => {
    const found = edges.get(name);
    if (found === undefined) throw new Error(`there is no edge ${name}`);
    return found;
  };
  return {
    edge,
    /** Leads new connections to a process to another port. */
    lead(process: ProcessName, port: number) {
      for (const [name, { leadTo }] of edges) if (name.endsWith(`→${process}`)) leadTo(port);
    },
    /** Returns the environment in which a process calls others through its edges. */
    envOf(process: ProcessName, databaseUrl: string | undefined) {
      const urls = findCallees(process).map((to) => [
        `${to.toUpperCase()}_URL`,
        `http://127.0.0.1:${edge(`${process}→${to}`).port}`,
      ]);
      const env: NodeJS.ProcessEnv = Object.fromEntries(urls);
      if (databaseUrl !== undefined)
        env["DATABASE_URL"] = withPort(databaseUrl, edge(`${process}→postgres`).port);
      if (USES_REDIS.includes(process))
        env["REDIS_URL"] = withPort(upstreams.redisUrl, edge(`${process}→redis`).port);
      return env;
    },
    async close() {
      for (const { close } of edges.values()) await close();
    },
  };
}

function toUpstreamPort(name: string, { ports, postgresPort, redisUrl }: Upstreams): number {
  const to = name.slice(name.indexOf("→") + 1);
  if (to === "postgres") return postgresPort;
  if (to === "redis") return Number(new URL(redisUrl).port);
  return ports[toProcess(to)];
}

function withPort(url: string, port: number): string {
  const result = new URL(url);
  result.port = String(port);
  return result.href;
}

/**
 * The state of an edge: `cut` resets connections and refuses new ones, `stalled` holds all data back,
 * `mute` lets requests through and drops the answers.
 */
export type EdgeState = "open" | "cut" | "stalled" | "mute" | { delayMs: number };

/** A TCP proxy between two processes, which faults can harm. */
type Edge = Awaited<ReturnType<typeof openEdge>>;

/** Opens an edge on a port of the loopback interface. */
async function openEdge(port: number, firstUpstreamPort: number) {
  let upstreamPort = firstUpstreamPort;
  let state: EdgeState = "open";
  let stalled = Promise.resolve();
  let release = () => {};

  async function pump(from: Socket, to: Socket, answers: boolean): Promise<void> {
    for await (const chunk of from) {
      await stalled;
      if (state === "mute" && answers) continue;
      if (typeof state === "object") await delay(state.delayMs);
      if (!to.write(chunk as Buffer)) await once(to, "drain");
    }
    to.end();
  }

  const relay = await openRelay(port, (client, track) => {
    if (state === "cut") return void client.resetAndDestroy();
    const upstream = track(connect({ host: "127.0.0.1", port: upstreamPort, noDelay: true }));
    const end = () => {
      for (const socket of [client, upstream]) socket.destroy();
    };
    for (const socket of [client, upstream]) socket.on("error", end);
    for (const done of [pump(client, upstream, false), pump(upstream, client, true)])
      done.catch(end);
  });

  return {
    port,
    set(next: EdgeState) {
      // A connection with dropped data cannot go on.
      if (next === "cut" || state === "mute") relay.reset();
      state = next;
      release();
      if (next === "stalled")
        ({ promise: stalled, resolve: release } = Promise.withResolvers<void>());
    },
    /** Leads new connections to another port. */
    leadTo: (next: number) => void (upstreamPort = next),
    close: relay.close,
  };
}
