import { SettlementKind } from "@tms/proto/tms/settlement/v1/settlement";
import type { Event } from "@tms/proto/tms/event/v1/event";
import type { Gate } from "../db/gates.ts";

type Case = Event["change"]["case"];

// What happens to entries and scores, whose cause is the publication.
const OF_PUBLISHED: ReadonlySet<Case> = new Set<Case>([
  "entryJoined",
  "entryEliminated",
  "scoreRecorded",
  "scoreHeld",
  "entryDisqualified",
  "entryReinstated",
  "scoreReviewed",
]);

/**
 * Whether an event's cause is in the log: entries and scores come after the publication, a final ranking
 * and a plan after the end, and the completion after the last payout. Other events have no cause that
 * another service tells of.
 */
export function causeIsIn(change: Case, gate: Gate): boolean {
  if (OF_PUBLISHED.has(change)) return gate.published;
  switch (change) {
    case "rankingFrozen":
    case "settlementPlanned":
      return gate.ended;
    case "tournamentCompleted":
      return gate.plannedPayouts !== null && gate.paidPayouts >= gate.plannedPayouts;
    default:
      return true;
  }
}

/**
 * What the log knows of a tournament once an event is in. One that went in without its cause opens the
 * gate, so that those after it do not wait in their turn.
 */
export function gateAfter({ change }: Event, gate: Gate): Gate {
  if (change.case === "tournamentPublished" || OF_PUBLISHED.has(change.case))
    return gate.published ? gate : { ...gate, published: true };
  switch (change.case) {
    case "tournamentSettling":
    case "tournamentCancelled":
    case "rankingFrozen":
      return gate.ended ? gate : { ...gate, ended: true };
    case "settlementPlanned":
      return { ...gate, ended: true, plannedPayouts: change.value.settlement?.payouts ?? 0 };
    case "payoutPaid":
      return { ...gate, paidPayouts: gate.paidPayouts + 1 };
    case "tournamentCompleted":
      return { ...gate, over: true };
    // Of a cancelled tournament this is the last that is told.
    case "settlementDone":
      return isRefund(change.value.settlement) ? { ...gate, over: true } : gate;
    default:
      return gate;
  }
}

const isRefund = (settlement: { kind: SettlementKind } | undefined): boolean =>
  settlement?.kind === SettlementKind.REFUND;
