import type { ProblemType } from "./problem-type.ts";

/** Problems of webhooks. */
export const WEBHOOK_PROBLEMS = {
  ENDPOINT_URL_REFUSED: {
    status: 400,
    title: "Nothing is sent to such a URL",
    when: "An endpoint's URL is not absolute, does not begin with https://, holds credentials or a fragment, or leads to an address that is not public.",
    remedy:
      "Use a public https URL. To receive events on your own machine, use `tms listen`, which forwards them signed.",
  },
  ENDPOINT_NOT_FOUND: {
    status: 404,
    title: "The endpoint was not found",
    when: "The environment has no endpoint of that id, or not any more.",
    remedy: "List the endpoints, and check that the key, or the person, acts in their environment.",
  },
  DELIVERY_NOT_FOUND: {
    status: 404,
    title: "The delivery was not found",
    when: "The event was not sent to this endpoint yet, or its delivery is kept no longer: 7 days where it succeeded, else 30.",
    remedy: "Check the event's id; an event that the endpoint wants is sent within moments.",
  },
  ENDPOINT_LIMIT: {
    status: 409,
    title: "There are too many endpoints",
    when: "An environment has ten endpoints.",
    remedy: "Remove one that is not needed any more.",
  },
  ENDPOINT_DISABLED: {
    status: 409,
    title: "The endpoint is not enabled",
    when: "It was paused, or disabled because it answered 410 or nothing had succeeded for three days.",
    remedy: "Update it with `enabled: true`; it then goes on where it stood.",
  },
  REPLAY_RUNNING: {
    status: 409,
    title: "A replay is under way",
    when: "An endpoint has one replay at a time.",
    remedy:
      "Wait a moment until the events of the earlier replay are due. Then try again with a new Idempotency-Key.",
  },
} satisfies Record<string, ProblemType>;
