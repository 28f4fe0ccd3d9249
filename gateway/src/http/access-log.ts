import type { App } from "../app-type.ts";
import { callerIfKnown } from "../auth/principal.ts";

/** One line per request: who asked for what, and what came of it. Never a header or a body. */
export function accessLog(app: App): void {
  app.addHook("onResponse", async (request, reply) => {
    const caller = callerIfKnown(request);
    const line = {
      method: request.method,
      // The pattern, not the path: handles are people's names.
      route: request.routeOptions.url ?? "(none)",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(caller && { game: caller.game.id, apiKey: caller.apiKeyId }),
    };
    if (reply.statusCode >= 400) request.log.info(line, "request refused");
    else request.log.debug(line, "request served");
  });
}
