import type { Context, Rpcs } from "../context.ts";
import { listEvents as readEvents } from "../db/events.ts";
import { findHead } from "../db/heads.ts";
import { eventsExpired } from "../errors.ts";

const USUAL_LIMIT = 100;
// How many events one call looks through. With filters that hardly anything fits, it answers with
// little and says where to go on.
const MOST_LOOKED_THROUGH = 10_000n;

/** Reads a log from a position on. */
export const listEvents =
  ({ db }: Context): Rpcs["listEvents"] =>
  async ({ gameId, afterSequence, types, tournamentId, limit }) => {
    const head = await findHead(db, gameId);
    const { forgottenThrough: forgotten, lastSequence: last } = head ?? NO_EVENTS;
    const after = afterSequence ?? forgotten;
    if (after < forgotten) throw eventsExpired(forgotten + 1n);
    const through = tournamentId ? last : smaller(last, after + MOST_LOOKED_THROUGH);
    const filter = {
      gameId,
      after,
      types: types.filter((type) => !type.endsWith(ANY)),
      families: types
        .filter((type) => type.endsWith(ANY))
        .map((type) => type.slice(0, -ANY.length)),
      tournamentId: tournamentId || undefined,
    };
    const events = await readEvents(db, filter, through, limit || USUAL_LIMIT);
    // Without any, nothing up to there passes the filters.
    return { events, nextAfter: events.at(-1)?.sequence ?? larger(after, through) };
  };

const ANY = ".*";
const NO_EVENTS = { forgottenThrough: 0n, lastSequence: 0n };

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
