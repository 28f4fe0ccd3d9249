import type { IncomingMessage } from "node:http";
import type { App } from "../app-type.ts";
import type { ProblemName } from "../problems/catalogue.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { endWithProblem } from "./client-errors.ts";

// An answer arrives in this time.
const LINGERING_MS = 1_000;

/**
 * Refuses with a problem document what HTTP forbids or this server cannot do, and what Node would
 * refuse without one or interpret in its own way: a missing Host, an unknown Expect, CONNECT, and
 * repeated headers that may come only once.
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
    // No other listener is left on this socket, and an error without a listener ends the process.
    socket.on("error", () => socket.destroy());
    endWithProblem(socket, "BAD_REQUEST", publicUrl);
    // The server has let go of the socket, so none of its timeouts ends the connection.
    socket.resume();
    setTimeout(() => socket.destroy(), LINGERING_MS);
  });
}

// Of two values a proxy may obey one and this server the other.
const SINGLE: Readonly<Record<string, ProblemName>> = {
  host: "BAD_REQUEST",
  "content-type": "BAD_REQUEST",
  authorization: "CREDENTIALS_CONFLICT",
  "x-api-key": "CREDENTIALS_CONFLICT",
  "x-game-id": "GAME_CONFLICT",
};

// Node keeps the first of two headers, or joins them: only the raw headers show both.
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
