import { request as requestPlain, type Agent, type IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import type { Socket } from "node:net";
import { SendError } from "./connections.ts";

export interface Post {
  url: URL;
  agent: Agent;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

const CONNECT_LIMIT_MS = 5_000;
// The maximum size of the headers of each answer, even an informational answer.
const MAX_HEADER_BYTES = 16_384;
const MAX_INFORMATIONAL = 16;

/**
 * Sends a request, and returns the answer as soon as its headers are complete. Follows no redirect. If the
 * receiver closed a kept connection and no byte of an answer came, the request is sent again.
 */
export async function post(one: Post): Promise<IncomingMessage> {
  for (;;) {
    const attempt = await sendOnce(one);
    if (attempt !== "closed before") return attempt;
  }
}

async function sendOnce({
  url,
  agent,
  headers,
  body,
  signal,
}: Post): Promise<IncomingMessage | "closed before"> {
  const send = url.protocol === "https:" ? requestSecure : requestPlain;
  const options = { method: "POST", headers, agent, signal, maxHeaderSize: MAX_HEADER_BYTES };
  const request = send(url, options);
  const answer = Promise.withResolvers<IncomingMessage>();
  let response: IncomingMessage | undefined;
  let informational = 0;
  let isAnswered = () => false;
  request.on("response", (begun) => {
    // Ignored here, because the reader of the body gets the error, even if it occurred before the read.
    response = begun.on("error", () => undefined);
    answer.resolve(begun);
  });
  // A chunk may contain an answer and, after it, an error. The body of the answer then fails too.
  request.on("error", (error) => {
    response?.destroy(error);
    answer.reject(error);
  });
  request.on("information", () => {
    if (++informational > MAX_INFORMATIONAL)
      request.destroy(new SendError("too many informational answers", "too_large"));
  });
  request.on("socket", (socket: Socket) => {
    const before = socket.bytesRead;
    isAnswered = () => socket.bytesRead > before;
    if (request.reusedSocket) return;
    const limit = setTimeout(() => {
      request.destroy(new SendError("no connection in time", "timeout"));
    }, CONNECT_LIMIT_MS);
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => clearTimeout(limit));
    socket.once("close", () => clearTimeout(limit));
  });
  request.end(body);
  try {
    return await answer.promise;
  } catch (error) {
    if (request.reusedSocket && !isAnswered() && isClosed(error)) return "closed before";
    throw error;
  }
}

const isClosed = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ECONNRESET" || error.code === "EPIPE");
