import type { Context, Rpcs } from "../context.ts";
import { findEvent } from "../db/events.ts";
import { eventNotFound } from "../errors.ts";

/** Reads one event. */
export const getEvent =
  ({ db }: Context): Rpcs["getEvent"] =>
  async ({ gameId, eventId }) => {
    const event = await findEvent(db, gameId, eventId);
    if (event === undefined) throw eventNotFound();
    return { event };
  };
