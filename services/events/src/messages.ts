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
import type { DeliveryRow } from "./db/deliveries.ts";
import type { EndpointRow } from "./db/endpoints.ts";
import type { attempt } from "./db/tables.ts";

export const DELIVERY_STATES = wordsOf(DeliveryState);
const REASONS = wordsOf(DisabledReason);

const toTime = (date: Date | null) => (date === null ? undefined : timestampFromDate(date));

export function toEndpoint(
  row: EndpointRow,
  { attempts, failures } = { attempts: 0, failures: 0 },
): Endpoint {
  const { id, gameId, url, description, events, disabledReason, position } = row;
  return create(EndpointSchema, {
    id,
    gameId,
    url,
    description,
    events,
    enabled: disabledReason === null,
    state: toState(row),
    disabledReason: disabledReason === null ? 0 : REASONS.value(disabledReason),
    position,
    lagEvents: row.lagEvents,
    lagSeconds: row.lagSeconds,
    lastSuccessTime: toTime(row.lastSuccessAt),
    lastFailureTime: toTime(row.lastFailureAt),
    createTime: toTime(row.createdAt),
    attemptsOfDay: attempts,
    failuresOfDay: failures,
    previousSecretEndTime: toTime(row.isRolling ? row.previousEndsAt : null),
  });
}

function toState({ disabledReason, failingSince }: EndpointRow): EndpointState {
  if (disabledReason === "by_user") return EndpointState.PAUSED;
  if (disabledReason !== null) return EndpointState.DISABLED;
  return failingSince === null ? EndpointState.ACTIVE : EndpointState.FAILING;
}

export const toDelivery = (row: DeliveryRow): Delivery =>
  create(DeliverySchema, {
    ...row,
    state: DELIVERY_STATES.value(row.state),
    nextAttemptTime: toTime(row.nextAttemptAt),
    createTime: toTime(row.createdAt),
    lastAttemptTime: toTime(row.lastAttemptAt),
  });

export const toAttempt = (row: typeof attempt.$inferSelect): Attempt =>
  create(AttemptSchema, {
    number: row.number,
    time: toTime(row.startedAt),
    durationMs: row.durationMs,
    status: row.status ?? 0,
    error: row.error ?? "",
    answer: row.answer,
    replay: row.replay,
  });
