import type { App } from "../app-type.ts";
import { findCaller, findPrincipal } from "../auth/principal.ts";

/** Logs one line per request, without headers and bodies. */
export function accessLog(app: App): void {
  app.addHook("onResponse", async (request, reply) => {
    const game = findPrincipal(request)?.game.id;
    const actor = findCaller(request)?.actor;
    const line = {
      method: request.method,
      // A path may contain a handle, which may be the name of a person.
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
