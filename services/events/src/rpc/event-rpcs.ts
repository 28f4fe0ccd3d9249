import type { Db } from "@tms/kit/database/handle";
import { found, invalidField } from "@tms/kit/errors/domain-error";
import { eventsOfBatch } from "@tms/kit/events/batch";
import type { Event, ListEventsRequest } from "@tms/proto/tms/event/v1/event";
import type { EventRpcs } from "../context.ts";
import {
  findEvent,
  findHead,
  findNth,
  listEvents as listPage,
  MAX_BYTES,
  type EventFilter,
  type EventRange,
  type EventRow,
  type Head,
} from "../db/events.ts";
import { eventsExpired } from "../errors.ts";
import { recordEvents as record } from "../log/append.ts";

// Equals MAX_BEHIND.events of the gateway, so that one response does not exceed a client's queue limit.
const MAX_WATCHED = 1_000;
const MAX_SEQUENCE = 2n ** 63n - 1n;

const DEFAULT_LIMIT = 100;
// A call scans at most this many events, and returns the position to continue from.
const MAX_SCANNED = 10_000;

type Bounds = Pick<Head, "forgottenThrough" | "lastSequence">;

export const eventRpcs = {
  async recordEvents(context, { events, overdueIds }) {
    const response = await record(context, parseBatch(events), new Set(overdueIds));
    context.dispatcher.wake();
    return response;
  },

  async getEvent({ db }, { gameId, eventId }) {
    const event = found(await findEvent(db, gameId, eventId), "EVENT_NOT_FOUND");
    return { event };
  },

  async awaitEvents({ watch }, { gameId, afterSequence, waitMs }, { signal }) {
    return { lastSequence: await watch.waitBeyond(gameId, afterSequence, waitMs, signal) };
  },

  async watchEvents({ db, watch }, { gameId, afterSequence: after, waitMs }, { signal }) {
    if (after === undefined) return { nextAfter: (await findHead(db, gameId))?.lastSequence ?? 0n };
    let events = await listAfter(db, gameId, after);
    if (events.length > 0) return { events, nextAfter: events.at(-1)?.sequence ?? after };
    if ((await watch.waitBeyond(gameId, after, waitMs, signal)) > after) {
      events = await listAfter(db, gameId, after);
      // A list without events does not show that all events after the position were deleted.
      const head = events.length === 0 ? await findHead(db, gameId) : undefined;
      if (head && head.forgottenThrough > after) throw eventsExpired(head.forgottenThrough + 1n);
    }
    return { events, nextAfter: events.at(-1)?.sequence ?? after };
  },

  async listEvents({ db }, request) {
    const none = { forgottenThrough: 0n, lastSequence: 0n };
    const head = (await findHead(db, request.gameId)) ?? none;
    // `forgottenThrough` does not apply to audited events, because they are kept longer.
    const bounds = request.audited ? { ...head, forgottenThrough: 0n } : head;
    return await (request.newestFirst ? listBackward : listForward)(db, request, bounds);
  },
} satisfies EventRpcs;

function parseBatch(bytes: Uint8Array): Event[] {
  try {
    return eventsOfBatch(bytes);
  } catch {
    throw invalidField("events", "must be an EventBatch");
  }
}

/** Lists events after `after`. Throws EVENTS_EXPIRED if events are missing. */
async function listAfter(db: Db, gameId: string, after: bigint): Promise<EventRow[]> {
  const filter = { gameId, types: [], tournamentId: undefined, audited: false };
  const range = { after, through: MAX_SEQUENCE, newestFirst: false };
  const events = await listPage(db, filter, range, MAX_WATCHED);
  // Sequences have gaps only where events were deleted.
  const next = events.find(({ sequence }, index) => sequence !== after + 1n + BigInt(index));
  if (next !== undefined) throw eventsExpired(next.sequence);
  return events;
}

async function listForward(db: Db, request: ListEventsRequest, bounds: Bounds) {
  const { forgottenThrough: forgotten, lastSequence: last } = bounds;
  const after = request.afterSequence ?? forgotten;
  if (after < forgotten) throw eventsExpired(forgotten + 1n);
  // The caller read another log, such as the log before a reset, and would miss events of this log.
  if (after > last) throw invalidField("after_sequence", describeEnd(last));
  const filter = toFilter(request);
  const range = await limitRange(db, filter, { after, through: last, newestFirst: false });
  const events = await listPage(db, filter, range, request.limit || DEFAULT_LIMIT);
  return { events, nextAfter: events.at(-1)?.sequence ?? max(after, range.through) };
}

async function listBackward(db: Db, request: ListEventsRequest, bounds: Bounds) {
  const { forgottenThrough: forgotten, lastSequence: last } = bounds;
  const through = min(last, (request.beforeSequence ?? last + 1n) - 1n);
  const filter = toFilter(request);
  const range = await limitRange(db, filter, { after: forgotten, through, newestFirst: true });
  const limit = request.limit || DEFAULT_LIMIT;
  const rows = await listPage(db, filter, range, limit + 1);
  const events = rows.slice(0, limit);
  const isCut = rows.length > limit || countBytes(events) >= MAX_BYTES;
  const reached = isCut ? (events.at(-1)?.sequence ?? 0n) : range.after + 1n;
  return { events, nextAfter: last, nextBefore: reached > forgotten + 1n ? reached : 0n };
}

const toFilter = ({ gameId, types, tournamentId, audited }: ListEventsRequest): EventFilter => ({
  gameId,
  types,
  tournamentId: tournamentId || undefined,
  audited,
});

/**
 * Limits a range to MAX_SCANNED scanned events. A filter by a tournament alone, or by `audited` alone, keeps
 * the whole range, because an index finds the events of this filter.
 */
async function limitRange(db: Db, filter: EventFilter, range: EventRange): Promise<EventRange> {
  const { after, through, newestFirst } = range;
  const hasTypes = filter.types.length > 0;
  const hasTournament = filter.tournamentId !== undefined;
  if (!hasTournament && !filter.audited)
    return newestFirst
      ? { ...range, after: max(after, through - BigInt(MAX_SCANNED)) }
      : { ...range, through: min(through, after + BigInt(MAX_SCANNED)) };
  if (!hasTypes && !(hasTournament && filter.audited)) return range;
  const last = await findNth(db, filter, range, MAX_SCANNED);
  if (last === undefined) return range;
  return newestFirst ? { ...range, after: last - 1n } : { ...range, through: last };
}

const countBytes = (events: readonly EventRow[]): number =>
  events.reduce((bytes, { body }) => bytes + Buffer.byteLength(body), 0);

const describeEnd = (last: bigint): string =>
  last === 0n
    ? "is after the end of the log, which has no events yet"
    : `must be at most ${last}, the sequence of the latest event`;

const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
