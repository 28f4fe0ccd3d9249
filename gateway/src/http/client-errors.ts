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

/** Answers bytes that are no HTTP request, and so reach no route, with a problem document. */
export const clientErrorHandler =
  (publicUrl: string) =>
  (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && hasSentNothing(socket))
      return closeIfSilent(socket);
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    endWithProblem(socket, PROBLEM_OF[error.code ?? ""] ?? "BAD_REQUEST", publicUrl);
  };

// A connection opened in advance. Its client may be sending a request at this moment, and would take
// an answer for the answer to that request.
const hasSentNothing = (socket: Duplex) => socket instanceof Socket && socket.bytesRead === 0;

/**
 * Closes a connection unless something has arrived on it. Node looks at its timeouts before it reads:
 * after the process stood still, as when its machine is paused, a request may lie there unread. Node
 * limits that request no more; the server's limit of silence still does.
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
