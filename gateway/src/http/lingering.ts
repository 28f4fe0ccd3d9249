import type { App } from "../app-type.ts";

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
