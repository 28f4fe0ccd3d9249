import type { Client } from "@connectrpc/connect";
import type { Event, EventService, RecordEventsResponse } from "@tms/proto/tms/event/v1/event";
import type { Logger } from "../process/log.ts";
import { inParts } from "../rpc/streams.ts";
import { batchBytes, countEvents, eventsOfBatch } from "./batch.ts";
import { tournamentOf } from "./event.ts";

export interface StagedRow {
  id: bigint;
  events: Buffer;
}

/** A function that creates the events of payout spans. Returns one list for each span, in order. */
export type Expand = (stretches: readonly Event[]) => Promise<readonly (readonly Event[])[]>;

const MAX_EVENTS = 1_000;

interface Staged {
  rowId: bigint;
  event: Event;
}

/**
 * Creates the function that sends staged rows to the event log, and holds rows that the log did not record.
 * Because sending all rows takes long, it yields the ids of each part after sending, including held rows.
 */
export function createSender(
  events: Client<typeof EventService>,
  held: HeldRows,
  log: Logger,
  expand: Expand | undefined,
): (rows: readonly StagedRow[]) => AsyncGenerator<bigint[], void> {
  /** Returns the number of events of a row. Spans must be decoded to count their events. */
  const weightOfRow = ({ events: bytes }: StagedRow): number =>
    expand === undefined
      ? countEvents(bytes)
      : eventsOfBatch(bytes).reduce((sum, event) => sum + weightOf(event), 0);

  /** Sends rows without decoding them, because decoding and encoding would double the cost. */
  async function sendUnread(rows: readonly StagedRow[]): Promise<void> {
    const bytes = Buffer.concat(rows.map((row) => row.events));
    const answer = await events.recordEvents({ events: bytes });
    if (answer.waitingIds.length + answer.refusedIds.length > 0) hold(unpack(rows), answer);
  }

  async function sendRead(staged: readonly Staged[]): Promise<void> {
    for (const part of inParts(staged, ({ event }) => weightOf(event), MAX_EVENTS))
      await send(await withoutStretches(part, expand));
  }

  async function send(staged: readonly Staged[]): Promise<void> {
    const going = staged.filter(({ event }) => held.mayGo(event));
    for (const { rowId, event } of staged) if (!held.mayGo(event)) held.hold(rowId);
    if (going.length === 0) return;
    const overdue = going.filter(({ rowId }) => held.isOverdue(rowId));
    const answer = await events.recordEvents({
      events: batchBytes(going.map(({ event }) => event)),
      overdueIds: overdue.map(({ event }) => event.id),
    });
    hold(going, answer);
  }

  function hold(
    sent: readonly Staged[],
    { waitingIds, refusedIds }: Pick<RecordEventsResponse, "waitingIds" | "refusedIds">,
  ): void {
    const waiting = new Set(waitingIds);
    const refused = new Set(refusedIds);
    for (const { rowId, event } of sent) {
      if (waiting.has(event.id)) held.hold(rowId, tournamentOf(event));
      if (!refused.has(event.id)) continue;
      const about = { event: event.id, change: event.change.case };
      if (!held.isHeld(rowId)) log.error(about, "the events service rejected an event");
      held.hold(rowId);
    }
  }

  return async function* (rows) {
    for (const part of inParts(rows, weightOfRow, MAX_EVENTS)) {
      const ids = part.map(({ id }) => id);
      const isReady = expand === undefined && held.mayGoUnread(ids);
      await (isReady ? sendUnread(part) : sendRead(unpack(part)));
      yield ids;
    }
  };
}

const unpack = (rows: readonly StagedRow[]): Staged[] =>
  rows.flatMap(({ id: rowId, events }) => eventsOfBatch(events).map((event) => ({ rowId, event })));

/** Returns the number of events that an event stands for: 1, or the length of a span. */
function weightOf({ change }: Event): number {
  if (change.case !== "payoutStretch") return 1;
  return change.value.lastPosition - change.value.firstPosition + 1;
}

async function withoutStretches(staged: readonly Staged[], expand: Expand | undefined) {
  const stretches = staged.filter(({ event }) => event.change.case === "payoutStretch");
  if (stretches.length === 0) return staged;
  if (expand === undefined) throw new Error("a service staged a stretch that it cannot expand");
  const expanded = await expand(stretches.map(({ event }) => event));
  const eventsOf = new Map(stretches.map((stretch, index) => [stretch, expanded[index] ?? []]));
  return staged.flatMap((one) =>
    (eventsOf.get(one) ?? [one.event]).map((event) => ({ rowId: one.rowId, event })),
  );
}

// After this time, an event is recorded without its dependency.
const MAX_WAIT_MS = 30_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

export type HeldRows = ReturnType<typeof createHeldRows>;

/**
 * Creates the set of held rows, which have events that the log has not recorded. Held rows do not delay other
 * rows. They are sent again after a growing pause. If an event waits for its dependency, all later events of
 * its tournament wait too, so that they stay in order.
 */
export function createHeldRows(now: () => number = () => performance.now()) {
  const since = new Map<bigint, number>();
  const passedOver = new Set<bigint>();
  const tournaments = new Set<string>();
  let tryAt = 0;
  let pauseMs = FIRST_PAUSE_MS;

  return {
    /** Begins a pass over all rows. Held rows are included if the pause is over. */
    begin(): void {
      if (since.size === 0) pauseMs = FIRST_PAUSE_MS;
      if (now() < tryAt) return;
      tryAt = now() + pauseMs;
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
      passedOver.clear();
      tournaments.clear();
    },
    isHeld: (rowId: bigint): boolean => since.has(rowId),
    isPassedOver: (rowId: bigint): boolean => passedOver.has(rowId),
    /** Reports whether rows can be sent without decoding: no row is held and no tournament waits. */
    mayGoUnread: (rowIds: readonly bigint[]): boolean =>
      tournaments.size === 0 && !rowIds.some((id) => since.has(id)),
    /** Reports whether an event can be sent: no earlier event of its tournament waits. */
    mayGo(event: Event): boolean {
      const tournament = tournamentOf(event);
      return tournament === undefined || !tournaments.has(tournament);
    },
    /** Reports whether a row was held for so long that its events no longer wait for dependencies. */
    isOverdue: (rowId: bigint): boolean => now() - (since.get(rowId) ?? now()) >= MAX_WAIT_MS,
    /** Holds a row. If `tournament` is given, later events of this tournament wait too. */
    hold(rowId: bigint, tournament?: string): void {
      if (!since.has(rowId)) since.set(rowId, now());
      passedOver.add(rowId);
      if (tournament !== undefined) tournaments.add(tournament);
    },
    release: (rowId: bigint): void => void since.delete(rowId),
  };
}
