import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createHistogram } from "node:perf_hooks";
import { makeRenderer, type Requests } from "./requests.ts";

/** Load for one HTTP server. Each connection sends its next request when it has an answer. */
export interface LoadPlan {
  port: number;
  connections: number;
  /** No request begins after this time; pending requests are awaited. */
  seconds: number;
  /** The number of the first request; 0 if undefined. */
  first?: number;
  /** The largest number of requests; unlimited if undefined. */
  maxRequests?: number;
  requests: Requests;
}

type LoadOutcome = Awaited<ReturnType<typeof generate>>;

export type Generator = (plan: LoadPlan) => Promise<LoadOutcome>;

/**
 * Starts a load generator as a separate process, so that its work neither delays the benchmark nor
 * counts as the benchmark's work. `started` stops the process.
 */
export function startGenerator(started: AsyncDisposableStack): Generator {
  const child = fork(import.meta.filename, { stdio: "inherit", execArgv: [] });
  const ended = new AbortController();
  child.once("exit", () => ended.abort(new Error("The load generator has ended.")));
  started.defer(() => void (child.connected && child.disconnect()));
  return async (plan) => {
    child.send(plan);
    const [outcome] = (await once(child, "message", ended)) as [LoadOutcome];
    return outcome;
  };
}

if (import.meta.main) {
  process.on("message", (plan: LoadPlan) => {
    void generate(plan).then((outcome) => process.send?.(outcome));
  });
  process.on("disconnect", () => process.exit(0));
}

const MAX_MICROS = 60_000_000;

/**
 * Puts a load on a server. Writes rendered requests to sockets, because the generator shares the
 * machine with the product. An HTTP client would take three times as long per request.
 */
export async function generate(plan: LoadPlan) {
  const { port, connections, seconds, first = 0, maxRequests = Infinity } = plan;
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const render = makeRenderer(plan.requests);
  const latencies = createHistogram({ lowest: 1, highest: MAX_MICROS, figures: 3 });
  // The number of answers per status from 300.
  const others: Record<string, number> = {};
  let [next, answered] = [first, 0];
  const cpuBefore = process.cpuUsage();
  const begunAt = performance.now();
  const elapsedSeconds = () => (performance.now() - begunAt) / 1_000;

  /** Sends requests over a connection, one at a time, and closes it when none is left. */
  function converse(socket: Socket): Promise<unknown> {
    let sentAt = 0;
    let received: Buffer = Buffer.alloc(0);
    function send(): void {
      if (next >= first + maxRequests || elapsedSeconds() >= seconds) return void socket.destroy();
      const request = render(next++);
      sentAt = performance.now();
      socket.write(request);
    }
    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const status = readStatus(received);
      if (status === undefined) return;
      received = Buffer.alloc(0);
      const micros = Math.round((performance.now() - sentAt) * 1_000);
      latencies.record(Math.min(MAX_MICROS, Math.max(1, micros)));
      if (status < 300) answered++;
      else others[status] = (others[status] ?? 0) + 1;
      send();
    });
    socket.on("end", () => socket.destroy(new Error("The server closed a connection.")));
    send();
    return once(socket, "close");
  }

  await Promise.all(sockets.map(converse));
  const { user, system } = process.cpuUsage(cpuBefore);
  const ms = (percentile: number) => latencies.percentile(percentile) / 1_000;
  const latency = { "p50 ms": ms(50), "p99 ms": ms(99) };
  return { answered, others, seconds: elapsedSeconds(), cpuMicros: user + system, latency };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  return socket;
}

/** Returns the status of a complete answer, otherwise undefined. Throws without a content-length. */
function readStatus(data: Buffer): number | undefined {
  const headEnd = data.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const head = data.toString("latin1", 0, headEnd);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer has no length: ${head}`);
  const isWhole = data.length >= headEnd + "\r\n\r\n".length + Number(length);
  // The status has a fixed position: "HTTP/1.1 201 Created".
  return isWhole ? Number(head.slice(9, 12)) : undefined;
}
