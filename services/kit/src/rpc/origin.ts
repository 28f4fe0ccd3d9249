import { invalidField } from "../errors/domain-error.ts";
import { formatActor, parseActor, type Actor } from "../values/actor.ts";
import { isRequestId } from "../values/credentials.ts";
import { traceContext } from "../tracing/spans.ts";

/** The origin of a change, which is passed on to further calls. A batch item can have its own origin. */
export interface Origin {
  actor: Actor;
  /** The X-Request-Id of the REST request; null if it is missing or unsafe to log. */
  requestId: string | null;
  /** The trace context of the change, if its trace is sampled. */
  trace?: string | undefined;
}

export const ACTOR_HEADER = "tms-actor";
export const REQUEST_ID_HEADER = "x-request-id";

/** Returns the origin of a call. Throws INVALID_ARGUMENT for an invalid actor. */
export const originOf = ({ requestHeader }: { requestHeader: Headers }): Origin => ({
  actor: actorIn(requestHeader.get(ACTOR_HEADER) ?? "", ACTOR_HEADER),
  requestId: requestIdIn(requestHeader.get(REQUEST_ID_HEADER)),
  trace: traceContext(),
});

export const originHeaders = ({ actor, requestId }: Origin): Record<string, string> => ({
  ...(actor.id !== null && { [ACTOR_HEADER]: formatActor(actor) }),
  ...(requestId !== null && { [REQUEST_ID_HEADER]: requestId }),
});

interface OriginFields {
  actor: string;
  requestId: string;
  traceContext?: string;
}

export const originMessage = ({ actor, requestId, trace = "" }: Origin): OriginFields => ({
  actor: formatActor(actor),
  requestId: requestId ?? "",
  traceContext: trace,
});

/** Returns the origin of a batch item, or of its call if the item has none. Throws like {@link originOf}. */
export const originOfItem = (item: OriginFields | undefined, call: Origin): Origin =>
  item === undefined
    ? call
    : {
        actor: actorIn(item.actor, "origin.actor"),
        requestId: requestIdIn(item.requestId),
        trace: item.traceContext || undefined,
      };

export const originForLog = ({ actor, requestId }: Origin): object => ({
  ...(requestId !== null && { requestId }),
  ...(actor.id !== null && { actor }),
});

function actorIn(text: string, field: string): Actor {
  const actor = parseActor(text);
  // The string may contain anything, so no response and no log line repeats it.
  if (actor === undefined)
    throw invalidField(field, "must be api_key: or user:, followed by a UUID");
  return actor;
}

// Drops a request id that is unsafe to log.
const requestIdIn = (text: string | null): string | null =>
  text !== null && isRequestId(text) ? text : null;
