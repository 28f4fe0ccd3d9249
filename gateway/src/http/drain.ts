import { once } from "node:events";
import { Server } from "node:net";
import type { App } from "../app-type.ts";

/**
 * Lets callers go without their noticing when the application is closed: no connection is taken any
 * more, and every answer asks its caller to reconnect, which leads the next request to another
 * replica. Connections on which nothing comes for `idleMs` are closed; sooner, a request could just
 * be on its way.
 */
export function draining(app: App, idleMs: number): void {
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
    if (!app.server.listening) return;
    const closed = once(app.server, "close");
    // The HTTP server's own close() would cut idle connections at once.
    Server.prototype.close.call(app.server);
    const timer = setTimeout(() => app.server.closeIdleConnections(), idleMs);
    await closed;
    clearTimeout(timer);
  });
  app.addHook("onSend", async (_request, reply) => {
    if (stopping) reply.header("connection", "close");
  });
}
