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
        id: id("The same in every attempt, as `webhook-id`."),
        type: Type.String({ description: "Such as `entry.joined`." }),
        sequence: Type.Integer({ description: "Its place in the log." }),
      },
      { description: "What was sent; read it for its body." },
    ),
    endpoint: id("Where to."),
    state: Type.Enum([...DELIVERY_STATES], {
      description:
        "`failed`: after its last attempt. `skipped`: the event was deleted for its age before it could be sent.",
    }),
    attempts: Type.Integer({ description: "How often it was sent." }),
    lastAttemptAt: nullable(
      dateTime("When its newest attempt began, in real time; null before the first."),
    ),
    nextAttemptAt: nullable(
      dateTime("When it is sent again at the earliest; null where it is not."),
    ),
    createdAt: dateTime("When it was first tried, or asked for."),
  },
  {
    $id: "Delivery",
    examples: [EXAMPLES.Delivery],
    description: "What became of an event at an endpoint.",
  },
);
export type DeliveryJson = Static<typeof DeliverySchema>;

export const AttemptSchema = Type.Object(
  {
    number: Type.Integer({ description: "Counted from 1." }),
    at: dateTime("When it began, in real time."),
    durationMs: Type.Integer({ description: "How long it took, in milliseconds." }),
    status: nullable(Type.Integer({ description: "The HTTP status; null where none came." })),
    error: nullable(
      Type.Enum([...ATTEMPT_ERRORS], {
        description: "Why it failed, where the status does not say it.",
      }),
    ),
    answer: Type.String({ description: "The first KiB of what the receiver answered." }),
    replay: Type.Boolean({ description: "Whether somebody had asked for it." }),
  },
  {
    $id: "Attempt",
    examples: [EXAMPLES.Attempt],
    description: "One request to an endpoint, and what came back.",
  },
);
export type AttemptJson = Static<typeof AttemptSchema>;
