import type { Context, Rpcs } from "../context.ts";

/** Waits until a log goes beyond a position. */
export const awaitEvents =
  ({ watch }: Context): Rpcs["awaitEvents"] =>
  async ({ gameId, afterSequence, waitMs }, { signal }) => ({
    lastSequence: await watch.beyond(gameId, afterSequence, waitMs, signal),
  });
