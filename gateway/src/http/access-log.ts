import type { App } from "../app-type.ts";
import { findPrincipal } from "../auth/principal.ts";

/** Logs one line per request: who asked for what, and the status. Never a header or a body. */
export function accessLog(app: App): void {
  app.addHook("onResponse", async (request, reply) => {
    const principal = findPrincipal(request);
    const line = {
      method: request.method,
      // The pattern, not the path: a handle may be a person's name.
      route: request.routeOptions.url ?? "(none)",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(principal && { game: principal.game.id, actor: principal.actor }),
    };
    if (reply.statusCode >= 400) request.log.info(line, "request refused");
    else request.log.debug(line, "request served");
  });
}
