import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ListEventsRequest, ListEventsResponseSchema } from "@tms/proto/tms/event/v1/event";
import type { Db } from "@tms/kit/database/handle";
import { invalidField } from "@tms/kit/errors/domain-error";
import type { Context, Rpcs } from "../context.ts";
import {
  findNth,
  listEvents as readEvents,
  MOST_BYTES,
  type EventFilter,
  type EventRange,
  type EventRow,
} from "../db/events.ts";
import { findHead, type Head } from "../db/heads.ts";
import { eventsExpired } from "../errors.ts";

type Reply = MessageInitShape<typeof ListEventsResponseSchema>;
type Bounds = Pick<Head, "forgottenThrough" | "lastSequence">;

const USUAL_LIMIT = 100;
// How many events one call looks through. With filters that hardly anything fits, it answers with
// little and says where to go on.
const MOST_LOOKED_THROUGH = 10_000n;

/** Reads a log from a position on, or backwards from one. */
export const listEvents =
  ({ db }: Context): Rpcs["listEvents"] =>
  async (request) => {
    const head = (await findHead(db, request.gameId)) ?? NO_EVENTS;
    // Audited events outlive those around them.
    const bounds = request.audited ? { ...head, forgottenThrough: 0n } : head;
    return await (request.newestFirst ? backwards : forwards)(db, request, bounds);
  };

async function forwards(db: Db, request: ListEventsRequest, bounds: Bounds): Promise<Reply> {
  const { forgottenThrough: forgotten, lastSequence: last } = bounds;
  const after = request.afterSequence ?? forgotten;
  if (after < forgotten) throw eventsExpired(forgotten + 1n);
  // Whoever was there has read another log, as after a reset or a restored backup, and would miss all
  // events until this one is as long.
  if (after > last) throw invalidField("after_sequence", beyond(last));
  const filter = filterOf(request);
  const range = await partOf(db, filter, { after, through: last, newestFirst: false });
  const events = await readEvents(db, filter, range, request.limit || USUAL_LIMIT);
  // Without any, nothing up to there passes the filters.
  return { events, nextAfter: events.at(-1)?.sequence ?? larger(after, range.through) };
}

async function backwards(db: Db, request: ListEventsRequest, bounds: Bounds): Promise<Reply> {
  const { forgottenThrough: forgotten, lastSequence: last } = bounds;
  const through = smaller(last, (request.beforeSequence ?? last + 1n) - 1n);
  const filter = filterOf(request);
  const range = await partOf(db, filter, { after: forgotten, through, newestFirst: true });
  const limit = request.limit || USUAL_LIMIT;
  // One more than asked for tells whether any is left.
  const found = await readEvents(db, filter, range, limit + 1);
  const events = found.slice(0, limit);
  const isCut = found.length > limit || bytesOf(events) >= MOST_BYTES;
  const reached = isCut ? (events.at(-1)?.sequence ?? 0n) : range.after + 1n;
  return { events, nextAfter: last, nextBefore: reached > forgotten + 1n ? reached : 0n };
}

const filterOf = ({ gameId, types, tournamentId, audited }: ListEventsRequest): EventFilter => ({
  gameId,
  types: types.filter((type) => !type.endsWith(ANY)),
  families: types.filter((type) => type.endsWith(ANY)).map((type) => type.slice(0, -ANY.length)),
  tournamentId: tournamentId || undefined,
  audited,
});

/**
 * As much of a range as one call looks through, from where it begins. An index leads from one event of a
 * tournament, or audited one, to the next, so these alone are looked at: all of them are wanted, unless
 * something else is asked for besides.
 */
async function partOf(db: Db, filter: EventFilter, range: EventRange): Promise<EventRange> {
  const { after, through, newestFirst } = range;
  const isTyped = filter.types.length + filter.families.length > 0;
  const isAbout = filter.tournamentId !== undefined;
  if (!isAbout && !filter.audited)
    return newestFirst
      ? { ...range, after: larger(after, through - MOST_LOOKED_THROUGH) }
      : { ...range, through: smaller(through, after + MOST_LOOKED_THROUGH) };
  if (!isTyped && !(isAbout && filter.audited)) return range;
  const last = await findNth(db, filter, range, MOST_LOOKED_THROUGH);
  if (last === undefined) return range;
  return newestFirst ? { ...range, after: last - 1n } : { ...range, through: last };
}

const bytesOf = (events: readonly EventRow[]): number =>
  events.reduce((bytes, { body }) => bytes + Buffer.byteLength(body), 0);

const beyond = (last: bigint): string =>
  last === 0n
    ? "is after the end of the log, which has no events yet"
    : `is after the end of the log, whose latest event has the sequence ${last}`;

const ANY = ".*";
const NO_EVENTS: Bounds = { forgottenThrough: 0n, lastSequence: 0n };

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
