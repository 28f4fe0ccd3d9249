import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { newId } from "@tms/kit/ids";
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
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const problem = new ProblemError(PROBLEM_OF[error.code ?? ""] ?? "BAD_REQUEST");
    const { status } = problemType(problem.problem);
    const requestId = newId();
    const body = problemDocument(problem, { publicUrl, instance: "/", requestId });
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
  };
