import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request that a receiver got. */
export interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A backend that takes webhooks. */
export interface Receiver {
  url: string;
  received: readonly Received[];
  /** What it answers from now on. */
  answer(status: number, body: string): void;
  close(): void;
}

/** Starts a backend that takes webhooks; it keeps no process alive. */
export async function startReceiver(status: number, body: string): Promise<Receiver> {
  const received: Received[] = [];
  let answer = { status, body };
  async function take(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    received.push({ headers: Object.fromEntries(headers), body: await text(request) });
    reply.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  }
  const server = createServer((request, reply) => void take(request, reply));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answer: (nextStatus, nextBody) => {
      answer = { status: nextStatus, body: nextBody };
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
