import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A delivery as a receiver got it. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers a delivery. */
export type Answer = (reply: ServerResponse, received: Received) => void;

/** An integrator's backend on this machine. */
export interface Receiver {
  url: string;
  /** In the order in which they were read. */
  received: Received[];
  /** What it answers from now on; 204 at first. */
  answer: Answer;
  close(): Promise<void>;
}

/** An answer with a status. */
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (reply) =>
    void reply.writeHead(code, headers).end();

/** No answer at all. */
export const hanging: Answer = () => undefined;

export async function startReceiver(answer: Answer = status(204), host = "127.0.0.1") {
  const receiver: Receiver = { url: "", received: [], answer, close: async () => undefined };
  async function serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await text(request);
    const received = { path: request.url ?? "", headers: request.headers, body };
    receiver.received.push(received);
    receiver.answer(reply, received);
  }
  const server = createServer((request, reply) => void serve(request, reply));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const named = host.includes(":") ? `[${host}]` : host;
  receiver.url = `http://${named}:${(server.address() as AddressInfo).port}/hooks`;
  receiver.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return receiver;
}

/** The sequences of what was received, in its order. */
export const sequencesOf = (received: readonly Received[]): number[] =>
  received.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);

/** The ids of what was received, in its order. */
export const idsOf = (received: readonly Received[]): string[] =>
  received.map(({ headers }) => String(headers["webhook-id"]));
