import { toMessage } from "@tms/kit/values/message";
import { wordsOf } from "@tms/kit/values/words";
import { AttemptSchema, DeliverySchema, DeliveryState } from "@tms/proto/tms/event/v1/delivery";
import { EndpointSchema, EndpointState } from "@tms/proto/tms/event/v1/endpoint";
import type { DeliveryRow } from "./db/deliveries.ts";
import type { EndpointRow } from "./db/endpoints.ts";
import type { attempt } from "./db/tables.ts";

export const DELIVERY_STATES = wordsOf(DeliveryState);

export const toEndpoint = (row: EndpointRow, ofDay = { attempts: 0, failures: 0 }) =>
  toMessage(EndpointSchema, {
    ...row,
    enabled: row.disabledReason === null,
    state: toState(row),
    lastSuccessTime: row.lastSuccessAt,
    lastFailureTime: row.lastFailureAt,
    createTime: row.createdAt,
    attemptsOfDay: ofDay.attempts,
    failuresOfDay: ofDay.failures,
    previousSecretEndTime: row.previousEncryptedSecret && row.previousEndsAt,
  });

function toState({ disabledReason, failingSince }: EndpointRow): EndpointState {
  if (disabledReason === "by_user") return EndpointState.PAUSED;
  if (disabledReason !== null) return EndpointState.DISABLED;
  return failingSince === null ? EndpointState.ACTIVE : EndpointState.FAILING;
}

export const toDelivery = (row: DeliveryRow) =>
  toMessage(DeliverySchema, {
    ...row,
    nextAttemptTime: row.nextAttemptAt,
    createTime: row.createdAt,
    lastAttemptTime: row.lastAttemptAt,
  });

export const toAttempt = (row: typeof attempt.$inferSelect) =>
  toMessage(AttemptSchema, { ...row, time: row.startedAt });
