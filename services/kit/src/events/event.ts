import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { EventSchema, type Event } from "@tms/proto/tms/event/v1/event";
import { originMessage, type Origin } from "../rpc/origin.ts";
import { derivedId, newId } from "../values/ids.ts";

export type Change = NonNullable<MessageInitShape<typeof EventSchema>["change"]>;

export interface NewEvent {
  /** An id that is the same if the change is repeated. A new id by default. */
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

/** Returns the tournament id of an event, from its change or from a resource in the change. */
export function tournamentOf({ change: { value } }: Event): string | undefined {
  if (value === undefined) return undefined;
  if ("tournament" in value) return value.tournament?.id;
  const parts: unknown[] = [value, ...Object.values(value)];
  return parts.find(isInTournament)?.tournamentId;
}

const isInTournament = (part: unknown): part is { tournamentId: string } =>
  typeof part === "object" && part !== null && "tournamentId" in part;

/** Derives the id of an event from a staged id and a position: a UUIDv7 with the time of the staged id. */
export function derivedEventId(stagedId: string, position: number): string {
  const rest = derivedId(stagedId, String(position));
  // The first 48 bits are the time. The version follows. `rest` already has the variant.
  return `${stagedId.slice(0, 14)}7${rest.slice(15)}`;
}
