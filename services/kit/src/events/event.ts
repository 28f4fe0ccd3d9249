import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { EventSchema, type Event } from "@tms/proto/tms/event/v1/event";
import { originMessage, type Origin } from "../rpc/origin.ts";
import { newId } from "../values/ids.ts";

/** What an event tells of, as its proto names it. */
export type Change = NonNullable<MessageInitShape<typeof EventSchema>["change"]>;

/** A change that integrators are to be told of. */
export interface NewEvent {
  /** The environment. */
  gameId: string;
  /** When it happened, by the environment's clock. */
  time: Date;
  /** Whose doing it is. */
  origin: Origin;
  change: Change;
}

/** An event as it is staged, under an id of its own. */
export const eventOf = ({ gameId, time, origin, change }: NewEvent): Event =>
  create(EventSchema, {
    id: newId(),
    gameId,
    time: timestampFromDate(time),
    origin: originMessage(origin),
    change,
  });

/** The tournament that an event is about, if it is about one. */
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
