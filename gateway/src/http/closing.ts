import type { FastifyReply } from "fastify";
import { once } from "node:events";
import { Server } from "node:net";
import type { App } from "../app-type.ts";

/**
 * Calls back once the caller's connection is closed: at once when it is already. A caller may hang up at
 * any await, and "close" is emitted only once.
 */
export function onceClosed({ raw }: Pick<FastifyReply, "raw">, callback: () => void): void {
  if (raw.closed) callback();
  else raw.once("close", callback);
}

// A body that is on its way arrives in this time; a slower one is not waited for.
const LONGEST_MS = 1_000;

/**
 * Reads and discards what a caller is still sending when its request is refused and the connection
 * ends with the answer. A connection closed with unread bytes is reset, and the reset can destroy
 * the answer (RFC 9112, section 9.6).
 */
export function lingering(app: App): void {
  app.addHook("onSend", ({ raw }, reply, payload, done) => {
    const closes = !reply.raw.shouldKeepAlive || reply.getHeader("connection") === "close";
    if (raw.complete || !closes) return done(null, payload);
    const goOn = () => {
      clearTimeout(timer);
      raw.off("end", goOn).off("close", goOn);
      done(null, payload);
    };
    const timer = setTimeout(goOn, LONGEST_MS);
    raw.once("end", goOn).once("close", goOn).resume();
  });
}

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
