import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import { dateTime, id, nullable } from "../../openapi/schemas/fields.ts";

/** What became of an event at an endpoint. */
export const DELIVERY_STATES = ["delivered", "retrying", "failed", "skipped"] as const;
/** Why an attempt failed, where the status does not say it. */
export const ATTEMPT_ERRORS = [
  "timeout",
  "refused",
  "tls",
  "dns",
  "address_blocked",
  "too_large",
  "redirect",
] as const;

export const DeliverySchema = Type.Object(
  {
    event: Type.Object(
      {
        id: id("The id of the event. Every attempt sends it as `webhook-id`."),
        type: Type.String({ description: "The type of the event, such as `entry.joined`." }),
        sequence: Type.Integer({ description: "The position of the event in the log." }),
      },
      { description: "The event. Retrieve it to get its data." },
    ),
    endpoint: id("The id of the endpoint."),
    state: Type.Enum([...DELIVERY_STATES], {
      description:
        "The state of the delivery. `retrying`: another attempt will follow. `failed`: the last attempt failed. `skipped`: the event was deleted because of its age before it could be sent.",
    }),
    attempts: Type.Integer({ description: "The number of attempts." }),
    lastAttemptAt: nullable(
      dateTime("When the latest attempt began, in real time. Null before the first attempt."),
    ),
    nextAttemptAt: nullable(
      dateTime("The earliest time of the next attempt. Null if no attempt will follow."),
    ),
    createdAt: dateTime("When the delivery was first attempted or requested."),
  },
  {
    $id: "Delivery",
    examples: [EXAMPLES.Delivery],
    description: "The delivery of an event to an endpoint.",
  },
);
export type DeliveryJson = Static<typeof DeliverySchema>;

export const AttemptSchema = Type.Object(
  {
    number: Type.Integer({ description: "The number of the attempt, starting at 1." }),
    at: dateTime("When the attempt began, in real time."),
    durationMs: Type.Integer({ description: "The duration of the attempt, in milliseconds." }),
    status: nullable(
      Type.Integer({
        description: "The HTTP status of the response. Null if there was no response.",
      }),
    ),
    error: nullable(
      Type.Enum([...ATTEMPT_ERRORS], {
        description: "Why the attempt failed, if its status does not give the reason.",
      }),
    ),
    answer: Type.String({ description: "The first KiB of the response body." }),
    replay: Type.Boolean({ description: "Whether a retry or replay request caused this attempt." }),
  },
  {
    $id: "Attempt",
    examples: [EXAMPLES.Attempt],
    description: "A request to an endpoint, and its response.",
  },
);
export type AttemptJson = Static<typeof AttemptSchema>;
