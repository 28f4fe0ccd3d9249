import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { wordsOf } from "@tms/kit/values/words";
import {
  AttemptSchema,
  DeliverySchema,
  DeliveryState,
  type Attempt,
  type Delivery,
} from "@tms/proto/tms/event/v1/delivery";
import {
  DisabledReason,
  EndpointSchema,
  EndpointState,
  type Endpoint,
} from "@tms/proto/tms/event/v1/endpoint";
import type { AttemptRow } from "./db/deliveries.ts";
import type { DeliveryRow } from "./db/deliveries.ts";
import type { EndpointRow } from "./db/endpoints.ts";

/** What the database calls the states of deliveries. */
export const DELIVERY_STATES = wordsOf(DeliveryState);

const REASONS = wordsOf(DisabledReason);

/** An endpoint as callers see it, without its secrets. */
export function endpointMessage(
  row: EndpointRow,
  { attempts, failures } = { attempts: 0, failures: 0 },
): Endpoint {
  const { disabledReason, lastSuccessAt, lastFailureAt, previousEndsAt } = row;
  return create(EndpointSchema, {
    id: row.id,
    gameId: row.gameId,
    url: row.url,
    description: row.description,
    events: row.events,
    enabled: disabledReason === null,
    state: stateOf(row),
    ...(disabledReason !== null && { disabledReason: REASONS.value(disabledReason) }),
    position: row.position,
    lagEvents: row.lagEvents,
    lagSeconds: row.lagSeconds,
    ...(lastSuccessAt !== null && { lastSuccessTime: timestampFromDate(lastSuccessAt) }),
    ...(lastFailureAt !== null && { lastFailureTime: timestampFromDate(lastFailureAt) }),
    createTime: timestampFromDate(row.createdAt),
    attemptsOfDay: attempts,
    failuresOfDay: failures,
    ...(previousEndsAt !== null && { previousSecretEndTime: timestampFromDate(previousEndsAt) }),
  });
}

function stateOf({ disabledReason, failingSince }: EndpointRow): EndpointState {
  if (disabledReason === "by_user") return EndpointState.PAUSED;
  if (disabledReason !== null) return EndpointState.DISABLED;
  return failingSince === null ? EndpointState.ACTIVE : EndpointState.FAILING;
}

/** A delivery as callers see it. */
export const deliveryMessage = (row: DeliveryRow): Delivery =>
  create(DeliverySchema, {
    endpointId: row.endpointId,
    eventId: row.eventId,
    eventType: row.eventType,
    sequence: row.sequence,
    state: DELIVERY_STATES.value(row.state),
    attempts: row.attempts,
    ...(row.nextAttemptAt !== null && { nextAttemptTime: timestampFromDate(row.nextAttemptAt) }),
    createTime: timestampFromDate(row.createdAt),
    ...(row.lastAttemptAt !== null && { lastAttemptTime: timestampFromDate(row.lastAttemptAt) }),
  });

/** An attempt as callers see it. */
export const attemptMessage = (row: AttemptRow): Attempt =>
  create(AttemptSchema, {
    number: row.number,
    time: timestampFromDate(row.startedAt),
    durationMs: row.durationMs,
    status: row.status ?? 0,
    error: row.error ?? "",
    answer: row.answer,
    replay: row.replay,
  });
