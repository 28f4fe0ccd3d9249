import type { Context, Rpcs } from "../context.ts";
import { takeIn } from "../intake/take-in.ts";

/** Takes events into their environments' logs. */
export const recordEvents =
  (context: Context): Rpcs["recordEvents"] =>
  async ({ events, overdueIds }) =>
    await takeIn(context, events, new Set(overdueIds));
