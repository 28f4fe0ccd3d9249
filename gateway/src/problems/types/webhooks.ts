export const WEBHOOK_PROBLEMS = {
  ENDPOINT_URL_REFUSED: {
    title: "The endpoint URL is not allowed",
    when: "The URL of an endpoint must be absolute and start with `https://`. It must not contain a private address, credentials or a fragment.",
    remedy:
      "Use a public https URL. To receive events on your own machine, run `tms listen`, which forwards signed events.",
  },
  ENDPOINT_NOT_FOUND: {
    title: "The endpoint was not found",
    when: "The environment has no endpoint with that id, or the endpoint was removed.",
    remedy:
      "List the endpoints to get the id. Check that you use the endpoint's environment, live or test.",
  },
  DELIVERY_NOT_FOUND: {
    title: "The delivery was not found",
    when: "The event was not sent to this endpoint yet, or its delivery was deleted. Successful deliveries are kept for 7 days, all others for 30 days.",
    remedy:
      "Check the id of the event, and that the endpoint subscribes to its type. If the event is new, try again in a moment.",
  },
  ENDPOINT_LIMIT: {
    title: "The environment has too many endpoints",
    when: "An environment can have at most ten endpoints.",
    remedy: "Remove an endpoint that you no longer need.",
  },
  ENDPOINT_DISABLED: {
    title: "The endpoint is not enabled",
    when: "The endpoint was paused or disabled. The service disables an endpoint that responds with 410, or that fails for three days without a success.",
    remedy:
      "Update the endpoint with `enabled: true`. Delivery then continues after the last event that was sent.",
  },
  REPLAY_RUNNING: {
    title: "A replay is already in progress",
    when: "An endpoint can have only one replay at a time.",
    remedy:
      "Wait until the earlier replay has queued its events, which takes a moment. Then try again with a new Idempotency-Key.",
  },
};
