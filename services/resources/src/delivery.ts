import {
  DeliveryState,
  type Attempt as AttemptMessage,
  type Delivery as DeliveryMessage,
} from "@tms/proto/tms/event/v1/delivery";
import { Type } from "typebox";
import { Endpoint } from "./endpoint.ts";
import {
  flag,
  id,
  idSchema,
  integer,
  integerOrNull,
  member,
  moment,
  momentOrNull,
  nullable,
  resource,
  text,
  words,
} from "./resource.ts";

export const DELIVERY_STATES = words(DeliveryState, ["delivered", "retrying", "failed", "skipped"]);
/** The reasons why an attempt failed, if the HTTP status does not show the reason. */
const ATTEMPT_ERRORS = [
  "timeout",
  "refused",
  "tls",
  "dns",
  "address_blocked",
  "too_large",
  "redirect",
] as const;

export const Delivery = resource<DeliveryMessage>()(
  "Delivery",
  "The delivery of an event to an endpoint.",
  {
    event: { id: "0197d9b1-22b4-7a61-9c07-5d4e3f2a1b0c", type: "entry.joined", sequence: 1042 },
    endpoint: Endpoint.example.id,
    state: "retrying",
    attempts: 1,
    lastAttemptAt: "2030-05-01T17:42:10.210Z",
    nextAttemptAt: "2030-05-01T17:42:15.410Z",
    createdAt: "2030-05-01T17:42:10.410Z",
  },
  {
    event: member(
      Type.Object(
        {
          id: idSchema("The id of the event. Every attempt sends it as `webhook-id`."),
          type: Type.String({ description: "The type of the event, such as `entry.joined`." }),
          sequence: Type.Integer({ description: "The position of the event in the log." }),
        },
        { description: "The event. Retrieve it to get its data." },
      ),
      ({ eventId, eventType, sequence }) => ({
        id: eventId,
        type: eventType,
        sequence: Number(sequence),
      }),
    ),
    endpoint: id("The id of the endpoint.", (delivery) => delivery.endpointId),
    state: DELIVERY_STATES.member(
      "The state of the delivery. `retrying`: another attempt will follow. `failed`: the last attempt failed. `skipped`: the event was deleted because of its age before it could be sent.",
      (delivery) => delivery.state,
    ),
    attempts: integer("The number of attempts.", (delivery) => delivery.attempts),
    lastAttemptAt: momentOrNull(
      "When the latest attempt began, in real time. Null before the first attempt.",
      (delivery) => delivery.lastAttemptTime,
    ),
    nextAttemptAt: momentOrNull(
      "The earliest time of the next attempt. Null if no attempt will follow.",
      (delivery) => delivery.nextAttemptTime,
    ),
    createdAt: moment(
      "When the delivery was first attempted or requested.",
      (delivery) => delivery.createTime,
    ),
  },
);

export const Attempt = resource<AttemptMessage>()(
  "Attempt",
  "A request to an endpoint, and its response.",
  {
    number: 1,
    at: "2030-05-01T17:42:10.210Z",
    durationMs: 200,
    status: 503,
    error: null,
    answer: "try again later",
    replay: false,
  },
  {
    number: integer("The number of the attempt, starting at 1.", (attempt) => attempt.number),
    at: moment("When the attempt began, in real time.", (attempt) => attempt.time),
    durationMs: integer(
      "The duration of the attempt, in milliseconds.",
      (attempt) => attempt.durationMs,
    ),
    status: integerOrNull(
      "The HTTP status of the response. Null if there was no response.",
      (attempt) => attempt.status,
    ),
    error: member(
      nullable(
        Type.Enum([...ATTEMPT_ERRORS], {
          description: "Why the attempt failed, if its status does not give the reason.",
        }),
      ),
      (attempt) => ATTEMPT_ERRORS.find((word) => word === attempt.error) ?? null,
    ),
    answer: text("The first KiB of the response body.", (attempt) => attempt.answer),
    replay: flag(
      "Whether a retry or replay request caused this attempt.",
      (attempt) => attempt.replay,
    ),
  },
);
