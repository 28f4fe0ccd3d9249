import type { Db } from "@tms/kit/database/handle";
import type { Context, Rpcs } from "../context.ts";
import { listEvents, type ListedEventRow } from "../db/events.ts";
import { findHead } from "../db/heads.ts";
import { eventsExpired } from "../errors.ts";

// As many as a caller may be behind, so that no answer alone is more than it takes.
const MOST_EVENTS = 1_000;

/** Waits until a log goes beyond a position, and reads what is there. */
export const watchEvents =
  ({ db, watch }: Context): Rpcs["watchEvents"] =>
  async ({ gameId, afterSequence: after, waitMs }, { signal }) => {
    if (after === undefined) return { nextAfter: (await findHead(db, gameId))?.lastSequence ?? 0n };
    // Whoever follows a busy log waits for nothing.
    const there = await eventsAfter(db, gameId, after);
    if (there.length > 0) return answerOf(there, after);
    const last = await watch.beyond(gameId, after, waitMs, signal);
    return answerOf(last > after ? await eventsAfter(db, gameId, after) : [], after);
  };

const answerOf = (events: ListedEventRow[], after: bigint) => ({
  events,
  nextAfter: events.at(-1)?.sequence ?? after,
});

/** All events after a position. Throws EVENTS_EXPIRED where some of them are no longer kept. */
async function eventsAfter(db: Db, gameId: string, after: bigint): Promise<ListedEventRow[]> {
  const filter = { gameId, types: [], families: [], tournamentId: undefined, audited: false };
  const range = { after, through: MOST_SEQUENCE, newestFirst: false };
  const events = await listEvents(db, filter, range, MOST_EVENTS);
  // Sequences have no gap but those that deletion leaves behind.
  const apart = events.find(({ sequence }, index) => sequence !== after + 1n + BigInt(index));
  if (apart !== undefined) throw eventsExpired(apart.sequence);
  return events;
}

const MOST_SEQUENCE = 2n ** 63n - 1n;
