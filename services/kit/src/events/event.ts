import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { EventSchema, type Event } from "@tms/proto/tms/event/v1/event";
import { originMessage, type Origin } from "../rpc/origin.ts";
import { derivedId, newId } from "../values/ids.ts";

/** The change in an event, as its proto names it. */
export type Change = NonNullable<MessageInitShape<typeof EventSchema>["change"]>;

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

/** Returns the id of the tournament that an event is about, by the fields of its change. */
export function tournamentOf({ change: { value } }: Event): string | undefined {
  if (value === undefined) return undefined;
  if ("tournamentId" in value) return value.tournamentId;
  if ("tournament" in value) return value.tournament?.id;
  if ("entry" in value) return value.entry?.tournamentId;
  if ("score" in value) return value.score?.tournamentId;
  if ("settlement" in value) return value.settlement?.tournamentId;
  return undefined;
}

/** Derives the id of an event in a staged span: a UUIDv7 with the time of the staged id. */
export function derivedEventId(stagedId: string, position: number): string {
  const rest = derivedId(stagedId, String(position));
  // The first 48 bits are the time. The version follows. `rest` already has the variant.
  return `${stagedId.slice(0, 14)}7${rest.slice(15)}`;
}
