import type { Event } from "@tms/proto/tms/event/v1/event";
import { tournamentOf } from "./event.ts";

// An event goes in without its cause after that.
const LONGEST_WAIT_MS = 30_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Rows that wait because an event of theirs does. */
export type HeldRows = ReturnType<typeof createHeldRows>;

/**
 * Remembers which rows wait. They are passed over, so that others go on, and tried again after a pause
 * that grows. With an event wait all later ones of its tournament: events that one service writes about
 * a tournament keep their order. `now` counts milliseconds and never steps back.
 */
export function createHeldRows(now: () => number = () => performance.now()) {
  const since = new Map<bigint, number>();
  const passedOver = new Set<bigint>();
  const tournaments = new Set<string>();
  let tryAt = 0;
  let pauseMs = FIRST_PAUSE_MS;

  return {
    /** Begins a look at all rows; the held ones take part in it when their pause is over. */
    begin(): void {
      if (since.size === 0) pauseMs = FIRST_PAUSE_MS;
      if (now() < tryAt) return;
      tryAt = now() + pauseMs;
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      passedOver.clear();
      tournaments.clear();
    },
    /** Whether a row waits since an earlier look, or this one. */
    isHeld: (rowId: bigint): boolean => since.has(rowId),
    /** Whether a row is left out of this look. */
    isPassedOver: (rowId: bigint): boolean => passedOver.has(rowId),
    /** Whether rows may be sent without a look at their events: nothing of them waits, nor before them. */
    mayGoUnread: (rowIds: readonly bigint[]): boolean =>
      tournaments.size === 0 && !rowIds.some((id) => since.has(id)),
    /** Whether an event may be sent, or waits for one before it. */
    mayGo(event: Event): boolean {
      const tournament = tournamentOf(event);
      return tournament === undefined || !tournaments.has(tournament);
    },
    /** Whether a row has waited so long that its events go in without their causes. */
    isOverdue: (rowId: bigint): boolean => now() - (since.get(rowId) ?? now()) >= LONGEST_WAIT_MS,
    /** Holds a row. Later events of the tournament wait too, if it is one that waits for its cause. */
    hold(rowId: bigint, tournament?: string): void {
      if (!since.has(rowId)) since.set(rowId, now());
      passedOver.add(rowId);
      if (tournament !== undefined) tournaments.add(tournament);
    },
    /** Forgets a row that is done. */
    release: (rowId: bigint): void => void since.delete(rowId),
  };
}
