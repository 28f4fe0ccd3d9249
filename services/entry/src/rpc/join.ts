import type { Context, Rpcs } from "../context.ts";
import { entryMessage } from "../messages.ts";

/** Joins one gamer; throws the refusal. */
export const join =
  (context: Context): Rpcs["join"] =>
  async (request) => {
    const outcome = await context.join(request);
    if (outcome instanceof Error) throw outcome;
    return { entry: entryMessage(outcome) };
  };
