import { STATUS_CODES, type IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { newId } from "@tms/kit/values/ids";
import type { FastifyInstance } from "fastify";
import { problemType, type ProblemName } from "../problems/catalogue.ts";
import { PROBLEM_MEDIA_TYPE, problemDocument } from "../problems/document.ts";
import { ProblemError } from "../problems/problem-error.ts";

// The time for which the socket stays open, so that the response arrives.
const LINGERING_MS = 1_000;

/**
 * Responds with a problem document to requests without Host, with an unknown Expect, with the method CONNECT,
 * or with a repeated header of SINGLE. Node would send no document, and accepts repeated headers.
 */
export function httpConformance(app: FastifyInstance, publicUrl: string): void {
  app.addHook("onRequest", async (request) => {
    refuseRepeated(request.raw);
    if (request.headers.host === undefined && request.raw.httpVersion !== "1.0")
      throw new ProblemError("BAD_REQUEST", "A request must have exactly one Host header.");
    const { expect } = request.headers;
    if (expect !== undefined && expect.toLowerCase() !== "100-continue")
      throw new ProblemError("EXPECTATION_FAILED");
  });
  app.server.on("checkExpectation", (request, response) => app.routing(request, response));
  app.server.on("connect", (_request, socket) => {
    // This socket has no other listener, and an error without a listener ends the process.
    socket.on("error", () => socket.destroy());
    endWithProblem(socket, "BAD_REQUEST", publicUrl);
    // The server no longer tracks the socket, so none of its timeouts closes it.
    socket.resume();
    setTimeout(() => socket.destroy(), LINGERING_MS);
  });
}

// The headers that may occur only once. Of two values, a proxy may use one, and this server the other.
const SINGLE: Readonly<Record<string, ProblemName>> = {
  host: "BAD_REQUEST",
  "content-type": "BAD_REQUEST",
  authorization: "CREDENTIALS_CONFLICT",
  "x-api-key": "CREDENTIALS_CONFLICT",
  "x-game-id": "GAME_CONFLICT",
};

// Node keeps the first of two headers or joins them. Only the raw headers show both.
function refuseRepeated({ rawHeaders }: IncomingMessage): void {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    const lower = name.toLowerCase();
    const problem = SINGLE[lower];
    if (problem === undefined) continue;
    if (seen.has(lower))
      throw new ProblemError(problem, `The request has the header ${name} twice.`);
    seen.add(lower);
  }
}

const PROBLEM_OF: Readonly<Record<string, ProblemName>> = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

/**
 * Creates the handler of bytes that are not an HTTP request, and of requests that arrive too slowly. The
 * handler closes a connection without a response if nothing has arrived, or if the connection is broken.
 */
export const clientErrorHandler =
  (publicUrl: string) =>
  (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && hasSentNothing(socket))
      // Node checks timeouts before it reads sockets. After the process was suspended, for example with its
      // machine, a request may be unread. The server's idle timeout limits that request.
      return void setImmediate(() => hasSentNothing(socket) && socket.destroy());
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    endWithProblem(socket, PROBLEM_OF[error.code ?? ""] ?? "BAD_REQUEST", publicUrl);
  };

// The client may be sending its first request, and would take a problem document for the response to it.
const hasSentNothing = (socket: Duplex) => socket instanceof Socket && socket.bytesRead === 0;

function endWithProblem(socket: Duplex, name: ProblemName, publicUrl: string): void {
  const { status } = problemType(name);
  const requestId = newId();
  const about = { publicUrl, instance: "/", requestId };
  const body = problemDocument(new ProblemError(name), about);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `content-type: ${PROBLEM_MEDIA_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
