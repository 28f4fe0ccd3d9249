import type { FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { endWithProblem } from "./client-errors.ts";

/**
 * Refuses with a problem document what HTTP forbids or this server cannot do, and Node would
 * answer by itself without one: a missing or second Host, an unknown Expect, CONNECT.
 */
export function httpConformance(app: App, publicUrl: string): void {
  app.addHook("onRequest", async (request) => {
    if (!hasItsHost(request))
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
  });
}

// Two hosts are two opinions, of a proxy and of this server, about what is asked for.
function hasItsHost({ raw }: FastifyRequest): boolean {
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === "host").length;
  return hosts === 1 || (hosts === 0 && raw.httpVersion === "1.0");
}
