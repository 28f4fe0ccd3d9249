import type { FastifyInstance, FastifyReply } from "fastify";
import { once } from "node:events";
import { Server } from "node:net";

/** Calls `callback` when the response or its connection has ended, even if that was before this call. */
export function onceClosed({ raw }: Pick<FastifyReply, "raw">, callback: () => void): void {
  if (raw.closed) callback();
  else raw.once("close", callback);
}

// The time limit for the rest of a body. A body that was already sent arrives within this time.
const MAX_MS = 1_000;

/**
 * Discards the rest of a body before a response that closes the connection. Closing a connection with unread
 * bytes resets it, and the reset can destroy the response (RFC 9112, section 9.6).
 */
export function lingering(app: FastifyInstance): void {
  app.addHook("onSend", ({ raw }, reply, payload, done) => {
    const closes = !reply.raw.shouldKeepAlive || reply.getHeader("connection") === "close";
    if (raw.complete || !closes) return done(null, payload);
    const goOn = () => {
      clearTimeout(timer);
      raw.off("end", goOn).off("close", goOn);
      done(null, payload);
    };
    const timer = setTimeout(goOn, MAX_MS);
    raw.once("end", goOn).once("close", goOn).resume();
  });
}

/**
 * Moves callers to other replicas without errors at shutdown: every response asks its caller to reconnect.
 * Connections that are idle after `idleMs` are closed, because no request is on its way by then.
 */
export function draining(app: FastifyInstance, idleMs: number, endWaits: () => void): void {
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
    endWaits();
    if (!app.server.listening) return;
    const closed = once(app.server, "close");
    // The close() of the HTTP server would close idle connections immediately.
    Server.prototype.close.call(app.server);
    const timer = setTimeout(() => app.server.closeIdleConnections(), idleMs);
    await closed;
    clearTimeout(timer);
  });
  app.addHook("onSend", async (_request, reply) => {
    if (stopping) reply.header("connection", "close");
  });
}
