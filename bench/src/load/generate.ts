import { connect, type Socket } from "node:net";
import { createHistogram } from "node:perf_hooks";
import { readAnswer } from "./answer.ts";
import { formatNumber, type LoadOutcome, type LoadPlan } from "./plan.ts";

const MAX_MICROS = 60_000_000;

/**
 * Puts a load on a server. Prepared strings go straight to sockets, because the generator shares
 * the machine with the product.
 */
export async function generate(plan: LoadPlan): Promise<LoadOutcome> {
  const sockets = await Promise.all(
    Array.from({ length: plan.connections }, () => open(plan.port)),
  );
  // The odd parts are the names of placeholders.
  const templates = plan.requests.map((request) => request.split(/\{(n|turn)\}/));
  const latencies = createHistogram({ lowest: 1, highest: MAX_MICROS, figures: 3 });
  const others: Record<string, number> = {};
  const { first = 0, maxRequests = Infinity } = plan;
  let next = first;
  let answered = 0;
  const cpuBefore = process.cpuUsage();
  const begunAt = performance.now();
  const endsAt = begunAt + plan.seconds * 1_000;
  const end = first + maxRequests;

  function nextRequest(): string | undefined {
    if (next >= end || performance.now() >= endsAt) return undefined;
    const n = next++;
    const template = templates[n % templates.length];
    const turn = Math.floor(n / templates.length);
    return template && render(template, formatNumber(n), formatNumber(turn));
  }

  function count(status: number, micros: number): void {
    latencies.record(Math.min(MAX_MICROS, Math.max(1, Math.round(micros))));
    if (status === plan.expected) answered++;
    else others[status] = (others[status] ?? 0) + 1;
  }

  await Promise.all(sockets.map((socket) => converse(socket, nextRequest, count)));
  const { user, system } = process.cpuUsage(cpuBefore);
  const ms = (percentile: number) => latencies.percentile(percentile) / 1_000;
  return {
    answered,
    others,
    next,
    seconds: (performance.now() - begunAt) / 1_000,
    cpuMicros: user + system,
    latency: { p50: ms(50), p99: ms(99) },
  };
}

/** Sends requests over a connection, one at a time, until none is left. */
function converse(
  socket: Socket,
  nextRequest: () => string | undefined,
  count: (status: number, micros: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let received: Buffer | undefined;

    function send(): void {
      const request = nextRequest();
      if (request === undefined) {
        socket.destroy();
        return resolve();
      }
      sentAt = performance.now();
      socket.write(request, "utf8");
    }

    socket.on("data", (chunk: Buffer) => {
      received = received ? Buffer.concat([received, chunk]) : chunk;
      const answer = readAnswer(received);
      if (answer === undefined) return;
      received = undefined;
      count(answer.status, (performance.now() - sentAt) * 1_000);
      send();
    });
    socket.on("error", reject);
    socket.on("end", () => reject(new Error("The server closed a connection.")));
    send();
  });
}

function open(port: number): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", () => resolve(socket.off("error", reject)));
  });
}

function render(parts: readonly string[], n: string, turn: string): string {
  let text = parts[0] ?? "";
  for (let at = 1; at < parts.length; at += 2)
    text += (parts[at] === "n" ? n : turn) + (parts[at + 1] ?? "");
  return text;
}
