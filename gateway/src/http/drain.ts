import { once } from "node:events";
import { Server } from "node:net";
import type { App } from "../app-type.ts";

/**
 * Moves callers to other replicas without errors when the application is closed: no connection is
 * accepted, and every answer asks its caller to reconnect. Connections that stay idle for `idleMs`
 * are closed; earlier, a request could still be on its way. `endWaits` has requests answered that wait
 * for something to happen.
 */
export function draining(app: App, idleMs: number, endWaits: () => void): void {
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
    endWaits();
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
