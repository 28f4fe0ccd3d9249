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

export const toEndpoint = (row: EndpointRow, ofDay = { attempts: 0, failures: 0 }): Endpoint =>
  create(EndpointSchema, {
    ...row,
    enabled: row.disabledReason === null,
    state: toState(row),
    disabledReason: row.disabledReason === null ? 0 : REASONS.value(row.disabledReason),
    lastSuccessTime: toTime(row.lastSuccessAt),
    lastFailureTime: toTime(row.lastFailureAt),
    createTime: toTime(row.createdAt),
    attemptsOfDay: ofDay.attempts,
    failuresOfDay: ofDay.failures,
    previousSecretEndTime: toTime(row.isRolling ? row.previousEndsAt : null),
  });

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
    ...row,
    time: toTime(row.startedAt),
    status: row.status ?? 0,
    error: row.error ?? "",
  });
