import type { IncomingMessage } from "node:http";
import type { App } from "../app-type.ts";
import type { ProblemName } from "../problems/catalogue.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { endWithProblem } from "./client-errors.ts";

// An answer has arrived by then.
const LINGERING_MS = 1_000;

/**
 * Refuses with a problem document what HTTP forbids or this server cannot do, and Node would
 * answer by itself without one, or read as it pleases: a missing Host, an unknown Expect, CONNECT,
 * and headers that come twice though they can mean only one thing.
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
    // Nobody else listens to this socket any more, and an error nobody hears ends the process.
    socket.on("error", () => socket.destroy());
    endWithProblem(socket, "BAD_REQUEST", publicUrl);
    // Nor does the server know it any more: no time limit of its ends a peer that does not hang up.
    socket.resume();
    setTimeout(() => socket.destroy(), LINGERING_MS);
  });
}

// Two of them are two opinions, of a proxy and of this server, about what is asked for and by whom.
const SINGLE: Readonly<Record<string, ProblemName>> = {
  host: "BAD_REQUEST",
  "content-type": "BAD_REQUEST",
  authorization: "CREDENTIALS_CONFLICT",
  "x-api-key": "CREDENTIALS_CONFLICT",
};

// Of two Node keeps the first, or joins them: only the raw headers tell.
function refuseRepeated({ rawHeaders }: IncomingMessage): void {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    const lower = name.toLowerCase();
    const problem = SINGLE[lower];
    if (problem === undefined) continue;
    if (seen.has(lower)) throw new ProblemError(problem, `The header ${name} was sent twice.`);
    seen.add(lower);
  }
}
