import type { Attempt, Delivery } from "@tms/proto/tms/event/v1/delivery";
import { DeliveryState } from "@tms/proto/tms/event/v1/delivery";
import { wordsOf } from "@tms/kit/values/words";
import { isoOf, isoOrNull } from "@tms/resources/values/times";
import { ATTEMPT_ERRORS, type AttemptJson, type DeliveryJson } from "./delivery.ts";

const STATES = wordsOf(DeliveryState);

/** The service's state of a word. */
export const stateOf = (word: DeliveryJson["state"] | undefined): DeliveryState =>
  word === undefined ? DeliveryState.UNSPECIFIED : STATES.value(word);

/** A delivery as integrators see it. */
export function deliveryJson(delivery: Delivery | undefined): DeliveryJson {
  if (delivery === undefined) throw new Error("the events service returned no delivery");
  const state = STATES.word(delivery.state);
  if (state === undefined)
    throw new Error("the events service returned a delivery without a state");
  const { eventId, eventType, sequence } = delivery;
  return {
    event: { id: eventId, type: eventType, sequence: Number(sequence) },
    endpoint: delivery.endpointId,
    state,
    attempts: delivery.attempts,
    lastAttemptAt: isoOrNull(delivery.lastAttemptTime),
    nextAttemptAt: isoOrNull(delivery.nextAttemptTime),
    createdAt: isoOf(delivery.createTime),
  };
}

/** An attempt as integrators see it. */
export const attemptJson = (attempt: Attempt): AttemptJson => ({
  number: attempt.number,
  at: isoOf(attempt.time),
  durationMs: attempt.durationMs,
  status: attempt.status || null,
  error: ATTEMPT_ERRORS.find((word) => word === attempt.error) ?? null,
  answer: attempt.answer,
  replay: attempt.replay,
});
