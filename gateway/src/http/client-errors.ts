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

/** Answers what is no HTTP request at all, and so reaches no route, with a problem document. */
export const clientErrorHandler =
  (publicUrl: string) =>
  (error: Error & { code?: string }, socket: Duplex): void => {
    const silent = error.code === "ERR_HTTP_REQUEST_TIMEOUT" && hasSentNothing(socket);
    if (silent || error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    endWithProblem(socket, PROBLEM_OF[error.code ?? ""] ?? "BAD_REQUEST", publicUrl);
  };

// A connection opened in advance: an answer to nothing would be taken for that of the request which
// its client may be sending at this moment.
const hasSentNothing = (socket: Duplex) => socket instanceof Socket && socket.bytesRead === 0;

/** Answers whoever is at a bare socket with a problem document, and hangs up. */
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
