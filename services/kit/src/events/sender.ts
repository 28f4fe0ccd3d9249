import type { Client } from "@connectrpc/connect";
import type { Event, EventService, RecordEventsResponse } from "@tms/proto/tms/event/v1/event";
import type { Logger } from "../process/log.ts";
import { inParts } from "../rpc/parts.ts";
import { batchBytes, countEvents, eventsOfBatch } from "./batch.ts";
import { tournamentOf } from "./event.ts";
import type { HeldRows } from "./held-rows.ts";
import type { StagedRow } from "./queue.ts";

/** A function that creates the events of spans. Returns one list for each span, in order. */
export type Expand = (stretches: readonly Event[]) => Promise<readonly (readonly Event[])[]>;

const MAX_EVENTS = 1_000;

interface Staged {
  rowId: bigint;
  event: Event;
}

/**
 * Creates the function that sends staged rows to the log, at most a thousand events in a call. The function
 * holds rows that the log does not record yet. After it has sent a part of the rows, it yields the ids of
 * these rows. A row of a settlement can contain a thousand events, so sending all rows takes long.
 */
export function createSender(
  events: Client<typeof EventService>,
  held: HeldRows,
  log: Logger,
  expand: Expand | undefined,
): (rows: readonly StagedRow[]) => AsyncGenerator<bigint[], void> {
  /**
   * Returns the number of events of a row, after expansion. Only a service with spans must decode the row.
   */
  const weightOfRow = ({ events: bytes }: StagedRow): number =>
    expand === undefined
      ? countEvents(bytes)
      : eventsOfBatch(bytes).reduce((sum, event) => sum + weightOf(event), 0);

  /** Sends rows without decoding. Decoding and encoding would double the cost. */
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

  /** Holds the rows of events that the log did not record. */
  function hold(
    sent: readonly Staged[],
    { waitingIds, refusedIds }: Pick<RecordEventsResponse, "waitingIds" | "refusedIds">,
  ): void {
    const waiting = new Set(waitingIds);
    const refused = new Set(refusedIds);
    for (const { rowId, event } of sent) {
      if (waiting.has(event.id)) held.hold(rowId, tournamentOf(event));
      if (!refused.has(event.id)) continue;
      if (!held.isHeld(rowId))
        log.error(
          { event: event.id, change: event.change.case },
          "the events service rejected an event",
        );
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

const isStretch = ({ event }: Staged): boolean => event.change.case === "payoutStretch";

/** Returns 1 for an event, and the number of its events for a span. */
function weightOf({ change }: Event): number {
  if (change.case !== "payoutStretch") return 1;
  return change.value.lastPosition - change.value.firstPosition + 1;
}

/** Replaces spans by their events. */
async function withoutStretches(
  staged: readonly Staged[],
  expand: Expand | undefined,
): Promise<readonly Staged[]> {
  const stretches = staged.filter(isStretch);
  if (stretches.length === 0) return staged;
  if (expand === undefined) throw new Error("a service staged a stretch that it cannot expand");
  const expanded = await expand(stretches.map(({ event }) => event));
  const eventsOf = new Map(stretches.map((stretch, index) => [stretch, expanded[index] ?? []]));
  return staged.flatMap((one) =>
    (eventsOf.get(one) ?? [one.event]).map((event) => ({ rowId: one.rowId, event })),
  );
}
