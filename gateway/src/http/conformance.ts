import type { IncomingMessage } from "node:http";
import type { App } from "../app-type.ts";
import type { ProblemName } from "../problems/catalogue.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { endWithProblem } from "./client-errors.ts";

// The time after which the socket is closed. The response arrives within this time.
const LINGERING_MS = 1_000;

/**
 * Responds with a problem document to four kinds of requests: requests without Host, with an unknown Expect,
 * with the method CONNECT, or with a repeated header that may occur only once. Node would refuse these
 * requests without a document, or would accept repeated headers.
 */
export function httpConformance(app: App, publicUrl: string): void {
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
