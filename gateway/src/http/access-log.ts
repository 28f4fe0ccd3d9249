import type { App } from "../app-type.ts";
import { findCaller, findPrincipal } from "../auth/principal.ts";

/** Logs one line per request: who asked for what, and the status. Never a header or a body. */
export function accessLog(app: App): void {
  app.addHook("onResponse", async (request, reply) => {
    const game = findPrincipal(request)?.game.id;
    const actor = findCaller(request)?.actor;
    const line = {
      method: request.method,
      // The pattern, not the path: a handle may be a person's name.
      route: request.routeOptions.url ?? "(none)",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(game !== undefined && { game }),
      ...(actor && { actor }),
    };
    if (reply.statusCode >= 400) request.log.info(line, "request answered with an error");
    else request.log.debug(line, "request answered");
  });
}
