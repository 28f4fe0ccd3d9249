import type { FastifyReply } from "fastify";

/**
 * Calls back once the caller's connection is closed: at once when it is already. A caller may hang up at
 * any await, and "close" is emitted only once.
 */
export function onceClosed({ raw }: Pick<FastifyReply, "raw">, callback: () => void): void {
  if (raw.closed) callback();
  else raw.once("close", callback);
}
