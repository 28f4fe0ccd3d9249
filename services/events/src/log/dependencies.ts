import type { Event } from "@tms/proto/tms/event/v1/event";
import { SettlementKind } from "@tms/proto/tms/settlement/v1/settlement";
import type { DependencyState } from "../db/events.ts";

type Case = Event["change"]["case"];

const AFTER_PUBLICATION: ReadonlySet<Case> = new Set<Case>([
  "entryJoined",
  "entryEliminated",
  "scoreRecorded",
  "scoreHeld",
  "entryDisqualified",
  "entryReinstated",
  "scoreReviewed",
]);

/**
 * Entries and scores follow the publication, the frozen ranking and the plan follow the end, and the
 * completion follows the last payout.
 */
export function hasDependency(change: Case, state: DependencyState): boolean {
  if (AFTER_PUBLICATION.has(change)) return state.published;
  switch (change) {
    case "rankingFrozen":
    case "settlementPlanned":
      return state.ended;
    case "tournamentCompleted":
      return state.plannedPayouts !== null && state.paidPayouts >= state.plannedPayouts;
    default:
      return true;
  }
}

/**
 * An event that was added without its dependency implies the dependency, so that later events do not wait.
 */
export function stateAfter({ change }: Event, state: DependencyState): DependencyState {
  if (change.case === "tournamentPublished" || AFTER_PUBLICATION.has(change.case))
    return state.published ? state : { ...state, published: true };
  switch (change.case) {
    case "tournamentSettling":
    case "tournamentCancelled":
    case "rankingFrozen":
      return state.ended ? state : { ...state, ended: true };
    case "settlementPlanned":
      return { ...state, ended: true, plannedPayouts: change.value.settlement?.payouts ?? 0 };
    case "payoutPaid":
      return { ...state, paidPayouts: state.paidPayouts + 1 };
    case "tournamentCompleted":
      return { ...state, over: true };
    // The last event of a cancelled tournament.
    case "settlementDone":
      return change.value.settlement?.kind === SettlementKind.REFUND
        ? { ...state, over: true }
        : state;
    default:
      return state;
  }
}
