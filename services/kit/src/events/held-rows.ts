import type { Event } from "@tms/proto/tms/event/v1/event";
import { tournamentOf } from "./event.ts";

// After this time, an event is recorded without its dependency.
const LONGEST_WAIT_MS = 30_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

export type HeldRows = ReturnType<typeof createHeldRows>;

/**
 * Creates the record of staged rows that the log does not record yet. These held rows are passed over, so
 * that other rows proceed, and are tried again after a growing pause. If an event waits for its dependency,
 * all later events of its tournament wait too. This keeps the events that one service writes about a
 * tournament in order. `now` returns milliseconds and never goes back.
 */
export function createHeldRows(now: () => number = () => performance.now()) {
  const since = new Map<bigint, number>();
  const passedOver = new Set<bigint>();
  const tournaments = new Set<string>();
  let tryAt = 0;
  let pauseMs = FIRST_PAUSE_MS;

  return {
    /** Begins a pass over all rows. Held rows are included when their pause is over. */
    begin(): void {
      if (since.size === 0) pauseMs = FIRST_PAUSE_MS;
      if (now() < tryAt) return;
      tryAt = now() + pauseMs;
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      passedOver.clear();
      tournaments.clear();
    },
    /** Reports whether a row is held. */
    isHeld: (rowId: bigint): boolean => since.has(rowId),
    /** Reports whether a row is left out of this pass. */
    isPassedOver: (rowId: bigint): boolean => passedOver.has(rowId),
    /**
     * Reports whether rows can be sent without decoding: none of them is held, and no event waits for its
     * dependency.
     */
    mayGoUnread: (rowIds: readonly bigint[]): boolean =>
      tournaments.size === 0 && !rowIds.some((id) => since.has(id)),
    /** Reports whether an event can be sent. Otherwise it waits for an earlier event of its tournament. */
    mayGo(event: Event): boolean {
      const tournament = tournamentOf(event);
      return tournament === undefined || !tournaments.has(tournament);
    },
    /** Reports whether a row has waited so long that its events are recorded without their dependencies. */
    isOverdue: (rowId: bigint): boolean => now() - (since.get(rowId) ?? now()) >= LONGEST_WAIT_MS,
    /** Holds a row. If `tournament` is given, later events of this tournament wait too. */
    hold(rowId: bigint, tournament?: string): void {
      if (!since.has(rowId)) since.set(rowId, now());
      passedOver.add(rowId);
      if (tournament !== undefined) tournaments.add(tournament);
    },
    release: (rowId: bigint): void => void since.delete(rowId),
  };
}
