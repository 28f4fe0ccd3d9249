import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ListEventsRequestSchema } from "@tms/proto/tms/event/v1/event";
import { invalid, type ProblemError } from "../../problems/problem-error.ts";
import type { RecordedEvent } from "@tms/proto/tms/event/v1/event";
import type { FastifyRequest } from "fastify";
import type { EventQuery, StreamQuery } from "./schemas.ts";
import { EVENT_TYPES } from "./types.ts";

/** What the events service is asked for, but for the environment. */
export type EventsAsked = Omit<
  Extract<MessageInitShape<typeof ListEventsRequestSchema>, { $typeName?: never }>,
  "gameId"
>;

/** What a query asks for. */
export const filterOf = (query: EventQuery): EventsAsked => ({
  ...(query.after !== undefined && { afterSequence: BigInt(query.after) }),
  ...(query.before !== undefined && { beforeSequence: BigInt(query.before) }),
  types: typesOf(query),
  tournamentId: query.tournament ?? "",
  limit: query.limit ?? 0,
  audited: query.audit === "true",
  newestFirst: query.order === "newest",
});

const typesOf = ({ types = "" }: Pick<EventQuery, "types">): string[] =>
  types.split(",").filter(Boolean);

/** Why the types that a query names make no sense, if they do not. */
export function faultInTypes(query: Pick<EventQuery, "types">): ProblemError | undefined {
  const unknown = typesOf(query).find((type) => !KNOWN.has(type));
  if (unknown === undefined) return undefined;
  return invalid({ pointer: "/query/types", detail: `contains the unknown event type ${unknown}` });
}

/** Why a query makes no sense, if it does not. */
export function faultIn(query: EventQuery): ProblemError | undefined {
  const fault = faultInTypes(query);
  if (fault) return fault;
  const isBackwards = query.order === "newest";
  if (isBackwards && query.after !== undefined)
    return invalid({ pointer: "/query/after", detail: "is not allowed with order=newest" });
  if (isBackwards && query.waitSeconds)
    return invalid({ pointer: "/query/waitSeconds", detail: "is not allowed with order=newest" });
  if (!isBackwards && query.before !== undefined)
    return invalid({ pointer: "/query/before", detail: "is allowed only with order=newest" });
  return undefined;
}

const KNOWN: ReadonlySet<string> = new Set(
  EVENT_TYPES.flatMap((type) => [type, `${type.split(".")[0]}.*`]),
);

/** Which events a stream shows. */
export interface StreamFilter {
  types: string[];
  /** Empty for those of any tournament and of none. */
  tournamentId: string;
}

/** What a stream's query asks for. */
export const streamFilterOf = (query: StreamQuery): StreamFilter => ({
  types: typesOf(query),
  tournamentId: query.tournament?.toLowerCase() ?? "",
});

/** Whether a stream shows an event. */
export const fitsFilter = (
  { types, tournamentId: wanted }: StreamFilter,
  { type, tournamentId }: Pick<RecordedEvent, "type" | "tournamentId">,
): boolean =>
  (types.length === 0 || types.includes(type) || types.includes(`${type.split(".")[0]}.*`)) &&
  (wanted === "" || tournamentId === wanted);

/**
 * Where a caller of a stream is: the id of the last event that it got before its stream was lost, else
 * where its query says, else undefined. Throws INVALID_ARGUMENT.
 */
export function positionOf({
  headers,
  query,
}: FastifyRequest<{ Querystring: StreamQuery }>): bigint | undefined {
  const last = headers["last-event-id"];
  if (typeof last === "string" && last !== "") {
    if (!/^\d{1,15}$/.test(last))
      throw invalid({
        pointer: "/header/last-event-id",
        detail: "must be the id of a message of the stream",
      });
    return BigInt(last);
  }
  return query.after === undefined ? undefined : BigInt(query.after);
}
