import { connect, type Socket } from "node:net";
import { createHistogram } from "node:perf_hooks";
import { readAnswer } from "./answer.ts";
import { digits, type LoadOutcome, type LoadPlan } from "./plan.ts";

const LONGEST_MICROS = 60_000_000;

/**
 * Puts a load on a server. Requests are strings prepared beforehand and go straight to sockets,
 * because the generator shares the machine with what it measures.
 */
export async function generate(plan: LoadPlan): Promise<LoadOutcome> {
  const sockets = await Promise.all(
    Array.from({ length: plan.connections }, () => open(plan.port)),
  );
  const templates = plan.requests.map(split);
  const latencies = createHistogram({ lowest: 1, highest: LONGEST_MICROS, figures: 3 });
  const others: Record<string, number> = {};
  let next = plan.first;
  let answered = 0;
  const cpuBefore = process.cpuUsage();
  const begunAt = performance.now();
  const endsAt = begunAt + plan.seconds * 1_000;
  const last = plan.first + plan.most;

  function nextRequest(): string | undefined {
    if (next >= last || performance.now() >= endsAt) return undefined;
    const n = next++;
    const template = templates[n % templates.length];
    return template && render(template, digits(n), digits(Math.floor(n / templates.length)));
  }

  function count(status: number, micros: number): void {
    latencies.record(Math.min(LONGEST_MICROS, Math.max(1, Math.round(micros))));
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
    latency: { p50: ms(50), p99: ms(99), max: latencies.max / 1_000 },
  };
}

/** Sends requests over a connection, one at a time, until there are no more. */
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
    socket.on("end", () => reject(new Error("the server closed a connection")));
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

/** A template cut at its placeholders; those at odd places are the placeholders' names. */
const split = (template: string): string[] => template.split(/\{(n|turn)\}/);

function render(parts: readonly string[], n: string, turn: string): string {
  let text = parts[0] ?? "";
  for (let at = 1; at < parts.length; at += 2)
    text += (parts[at] === "n" ? n : turn) + (parts[at + 1] ?? "");
  return text;
}
