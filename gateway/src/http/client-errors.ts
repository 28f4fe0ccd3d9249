import { STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { newId } from "@tms/kit/values/ids";
import { problemType, type ProblemName } from "../problems/catalogue.ts";
import { PROBLEM_MEDIA_TYPE, problemDocument } from "../problems/document.ts";
import { ProblemError } from "../problems/problem-error.ts";

const PROBLEM_OF: Readonly<Record<string, ProblemName>> = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

/**
 * Creates the handler of bytes that are not an HTTP request, and of requests that arrive too slowly. The
 * handler responds with a problem document and closes the connection. It closes a connection without a
 * response if nothing has arrived, or if the connection is broken.
 */
export const clientErrorHandler =
  (publicUrl: string) =>
  (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && hasSentNothing(socket))
      return closeIfSilent(socket);
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    endWithProblem(socket, PROBLEM_OF[error.code ?? ""] ?? "BAD_REQUEST", publicUrl);
  };

// A client may open a connection in advance, and may be sending its first request at this moment. It would
// take a problem document for the response to that request.
const hasSentNothing = (socket: Duplex) => socket instanceof Socket && socket.bytesRead === 0;

/**
 * Closes a connection if no byte has arrived. Node checks timeouts before it reads sockets. After the process
 * was suspended, for example with its machine, a request may be unread. Node no longer limits that request,
 * but the server's idle timeout does.
 */
function closeIfSilent(socket: Duplex): void {
  setImmediate(() => {
    if (hasSentNothing(socket)) socket.destroy();
  });
}

/** Writes a problem document to a bare socket and closes it. */
export function endWithProblem(socket: Duplex, name: ProblemName, publicUrl: string): void {
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
