import type { ClockRpcs, Context } from "../context.ts";
import { readClocks } from "../db/clocks.ts";
import { clockMessage } from "../messages.ts";

/** Reads the clocks of environments. */
export const batchGetClocks =
  ({ db }: Context): ClockRpcs["batchGetClocks"] =>
  async ({ gameIds }) => ({ clocks: (await readClocks(db, gameIds)).map(clockMessage) });
