import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { EventSchema, type Event } from "@tms/proto/tms/event/v1/event";
import { originMessage, type Origin } from "../rpc/origin.ts";
import { derivedId, newId } from "../values/ids.ts";

/** The change in an event, as its proto names it. */
export type Change = NonNullable<MessageInitShape<typeof EventSchema>["change"]>;

/** A change to be published to integrators. */
export interface NewEvent {
  /** An id that a repeat of the change gives again. A new id by default. */
  id?: string;
  gameId: string;
  time: Date;
  origin: Origin;
  change: Change;
}

export const eventOf = ({ id = newId(), gameId, time, origin, change }: NewEvent): Event =>
  create(EventSchema, {
    id,
    gameId,
    time: timestampFromDate(time),
    origin: originMessage(origin),
    change,
  });

/** Returns the id of the tournament that an event is about, or undefined if there is none. */
export function tournamentOf({ change }: Event): string | undefined {
  switch (change.case) {
    case "tournamentCreated":
    case "tournamentUpdated":
    case "tournamentPublished":
    case "tournamentSettling":
    case "tournamentCompleted":
    case "tournamentCancelled":
      return change.value.tournament?.id;
    case "entryJoined":
    case "entryEliminated":
    case "entryDisqualified":
    case "entryReinstated":
      return change.value.entry?.tournamentId;
    case "scoreHeld":
    case "scoreReviewed":
      return change.value.score?.tournamentId;
    case "settlementPlanned":
    case "settlementDone":
    case "settlementFailed":
    case "settlementResumed":
      return change.value.settlement?.tournamentId;
    case "scoreRecorded":
    case "rankingFrozen":
    case "payoutPaid":
    case "refundPaid":
    case "payoutStretch":
      return change.value.tournamentId;
    default:
      return undefined;
  }
}

/**
 * Derives the id of an event in a staged span: a UUIDv7 with the time of the staged id. The other bits are
 * derived from the staged id and the position, so that each expansion gives the same id.
 */
export function derivedEventId(stagedId: string, position: number): string {
  const rest = derivedId(stagedId, String(position));
  // The first 48 bits are the time. The version follows. `rest` already has the variant.
  return `${stagedId.slice(0, 14)}7${rest.slice(15)}`;
}
