import type { App } from "../app-type.ts";

// A body on its way has arrived by then; a slow one is not waited for.
const LONGEST_MS = 1_000;

/**
 * Reads on, and throws away, what a caller is still sending when its request is refused, before a
 * connection that ends with the answer is closed: closing one with bytes unread resets it, and the
 * reset can take the answer along (RFC 9112, section 9.6).
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
