import * as field from "@tms/resources/field";
import {
  Attempt,
  Delivery,
  DELIVERY_STATES,
  Endpoint,
  EndpointChanges,
  NewEndpoint,
} from "@tms/resources/webhook";
import { Type } from "typebox";
import { graceSeconds, integer, matching, optional } from "@tms/resources/input";
import { operationsOf } from "../rest/operation.ts";

const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER;
/** The time limit of a test. The receiver has 15 seconds to respond. The rest is for storing the response. */
const TEST_LIMIT_MS = 20_000;

const endpoint = field.one(Endpoint, "endpoint");
const delivery = field.one(Delivery, "delivery");
const attempts = field.many(Attempt, "The latest 100 attempts, oldest first.", "attempts", {
  maxItems: 100,
});
const secret = field.textOrNull(
  "The secret that signs the requests. Null in the response to a retry.",
  "secret",
);

const { get, post, patch } = operationsOf("webhooks", { read: "read", write: "webhooks:write" });
export const webhookOperations = [
  get("listWebhooks", "/webhook", {
    summary: "List webhook endpoints",
    description: "Returns all endpoints of the environment, newest first, without their secrets.",
    returns: "All endpoints of the environment, newest first.",
    reply: { endpoints: field.many(Endpoint, "The endpoints.", "endpoints", { maxItems: 10 }) },
    handle: ({ target }, { endpoints }) => endpoints.listEndpoints(target),
  }),

  get("getWebhook", "/webhook/:endpointId", {
    summary: "Retrieve a webhook endpoint",
    description:
      "Returns an endpoint with its state, and the number of attempts and failures in the last 24 hours.",
    returns: "The endpoint.",
    reply: {
      endpoint,
      lastDay: Type.Object(
        {
          attempts: Type.Integer({ description: "The number of attempts, at most 10,000." }),
          failures: Type.Integer({ description: "The number of failed attempts." }),
        },
        { description: "The attempts of the last 24 hours." },
      ),
    },
    async handle({ target }, { endpoints }) {
      const { endpoint: found } = await endpoints.getEndpoint(target);
      const lastDay = { attempts: found?.attemptsOfDay ?? 0, failures: found?.failuresOfDay ?? 0 };
      return { endpoint: found, lastDay };
    },
  }),

  post("createWebhook", "/webhook/create", {
    summary: "Create a webhook endpoint",
    description:
      "Creates an endpoint that receives events as signed POST requests, and returns it with its secret. The endpoint receives all events after its creation. Signatures follow Standard Webhooks 1.0. A retry with the same Idempotency-Key returns the endpoint without the secret, but a signed-in person can reveal it later. A retry without a key creates a second endpoint.",
    isSecret: true,
    body: NewEndpoint,
    example: { url: Endpoint.example.url, events: Endpoint.example.events },
    problems: ["ENDPOINT_URL_REFUSED", "ENDPOINT_LIMIT"],
    statuses: [201],
    returns: "The endpoint and its secret.",
    done: "Endpoint created successfully",
    reply: { endpoint, secret },
    handle: ({ body, test, mutation }, { endpoints }) =>
      endpoints.createEndpoint({ ...mutation, test, ...body }),
  }),

  patch("updateWebhook", "/webhook/:endpointId/update", {
    summary: "Update a webhook endpoint",
    description:
      "Changes, pauses or enables an endpoint, and returns it. An endpoint that you enable again continues after the last event that was sent. Deliveries that failed permanently are not sent again until you replay them. Omitted fields do not change.",
    body: EndpointChanges,
    example: { enabled: true },
    problems: ["ENDPOINT_URL_REFUSED"],
    returns: "The endpoint after the change.",
    done: "Endpoint updated successfully",
    reply: { endpoint },
    handle: ({ body, mutation }, { endpoints }) =>
      endpoints.updateEndpoint({ ...mutation, ...body }),
  }),

  patch("removeWebhook", "/webhook/:endpointId/remove", {
    summary: "Remove a webhook endpoint",
    description:
      "Removes an endpoint permanently and returns it. The endpoint receives no more events.",
    returns: "The endpoint after the change.",
    done: "Endpoint removed successfully",
    reply: { endpoint },
    handle: ({ mutation }, { endpoints }) => endpoints.removeEndpoint(mutation),
  }),

  get("revealWebhookSecret", "/webhook/:endpointId/secret", {
    scope: "webhooks:write",
    peopleOnly: true,
    summary: "Reveal a webhook secret",
    description:
      "Returns the secret of an endpoint. The event `webhook_endpoint.revealed` records the person who revealed the secret.",
    isSecret: true,
    returns: "The current secret and the previous one.",
    reply: {
      secret: field.text("The secret that signs the requests."),
      previous: field.textOrNull("The previous secret, during its grace period. Null otherwise."),
      previousEndsAt: field.momentOrNull(
        "When the grace period of the previous secret ends. Null without a previous secret.",
        "previousEndTime",
      ),
    },
    handle: ({ target }, { endpoints }) => endpoints.revealEndpointSecret(target),
  }),

  post("rollWebhookSecret", "/webhook/:endpointId/roll", {
    peopleOnly: true,
    summary: "Roll a webhook secret",
    description:
      "Creates a new secret for an endpoint and returns it. During the grace period, the new and the previous secret both sign each request. An older secret stops signing immediately, even during its grace period. A retry with the same Idempotency-Key returns the endpoint without the secret. A retry without a key creates another secret.",
    isSecret: true,
    body: optional({ graceSeconds: graceSeconds("the previous secret also signs") }),
    example: { graceSeconds: 3_600 },
    bodyIs: { default: {} },
    statuses: [201],
    returns: "The endpoint and its secret.",
    done: "Secret rolled successfully",
    reply: { endpoint, secret },
    handle: ({ body, mutation }, { endpoints }) =>
      endpoints.rollEndpointSecret({ ...mutation, ...body }),
  }),

  get("listDeliveries", "/webhook/:endpointId/deliveries", {
    summary: "List deliveries",
    description:
      "Returns the deliveries of an endpoint, latest event first. Successful deliveries are kept for 7 days, all others for 30 days.",
    query: {
      state: DELIVERY_STATES.schema("Returns only deliveries in this state."),
      type: matching(
        "eventType",
        "Returns only deliveries of events of this type. `entry.*` matches all types that start with `entry.`.",
        { maxLength: 60, examples: ["entry.joined"] },
      ),
    },
    page: [100, 50],
    returns: "A page of deliveries, latest event first.",
    reply: { deliveries: field.many(Delivery, "The deliveries on this page.", "deliveries") },
    handle: ({ query: { state, type = "" }, target, page }, { deliveries }) =>
      deliveries.listDeliveries({ ...target, ...page, type, state: DELIVERY_STATES.value(state) }),
  }),

  get("getDelivery", "/webhook/:endpointId/deliveries/:eventId", {
    summary: "Retrieve a delivery",
    description:
      "Returns the delivery of an event to an endpoint, with its latest attempts. Successful deliveries are kept for 7 days, all others for 30 days.",
    missing: "DELIVERY_NOT_FOUND",
    returns: "The delivery with its attempts.",
    reply: { delivery, attempts },
    handle: ({ target }, { deliveries }) => deliveries.getDelivery(target),
  }),

  get("listEventDeliveries", "/event/:eventId/deliveries", {
    summary: "List the deliveries of an event",
    description:
      "Returns one delivery for each endpoint that the event was sent to. An endpoint that is paused or lags behind has no delivery of this event yet.",
    returns: "All deliveries of the event, newest endpoint first.",
    reply: {
      deliveries: field.many(Delivery, "The deliveries of the event.", "deliveries", {
        maxItems: 10,
      }),
    },
    handle: ({ target }, { deliveries }) => deliveries.listEventDeliveries(target),
  }),

  post("retryDelivery", "/webhook/:endpointId/deliveries/:eventId/retry", {
    summary: "Retry a delivery",
    description:
      "Sends an event to an endpoint again, with up to ten new attempts. The event keeps its id, its sequence and its body. The endpoint must be enabled. The event is sent shortly after the response.",
    missing: "DELIVERY_NOT_FOUND",
    problems: ["ENDPOINT_DISABLED", "EVENT_NOT_FOUND"],
    statuses: [202],
    returns: "The event will be sent again shortly.",
    done: "The event will be sent again",
    reply: { delivery },
    handle: ({ mutation }, { deliveries }) => deliveries.retryDelivery(mutation),
  }),

  post("testWebhook", "/webhook/:endpointId/test", {
    summary: "Test a webhook endpoint",
    description:
      "Sends a `webhook.test` event to an endpoint, and returns the delivery with the response of the endpoint. The endpoint has 15 seconds to respond. The service sends the event even to a paused or disabled endpoint. It does not retry the event.",
    returns: "The delivery with its attempts.",
    reply: { delivery, attempts },
    handle: ({ mutation }, { deliveries }) =>
      deliveries.testEndpoint(mutation, { timeoutMs: TEST_LIMIT_MS }),
  }),

  post("replayWebhook", "/webhook/:endpointId/replay", {
    summary: "Replay events",
    description:
      "Sends a range of events to an endpoint again: all events that it subscribes to, or only failed ones. The endpoint must be enabled. An endpoint can have only one replay at a time. The events are sent after the response.",
    body: {
      afterSequence: integer("Replays only events after this sequence.", 0, MAX_SEQUENCE),
      ...optional({
        throughSequence: integer(
          "Replays only events up to this sequence. The default is the `position` of the endpoint.",
          1,
          MAX_SEQUENCE,
        ),
        onlyFailed: Type.Boolean({
          description:
            "Whether to replay only events that failed permanently. The default is false.",
        }),
      }),
    },
    example: { afterSequence: 1_000, throughSequence: 1_042, onlyFailed: true },
    problems: ["ENDPOINT_DISABLED", "REPLAY_RUNNING", "EVENTS_EXPIRED"],
    statuses: [202],
    returns: "The events will be sent again, in several batches.",
    done: "The events will be sent again",
    reply: {
      events: field.integer("The number of events that will be sent again."),
    },
    handle: ({ body, mutation }, { deliveries }) => {
      const { afterSequence, throughSequence, onlyFailed = false } = body;
      return deliveries.replayEvents({
        ...mutation,
        afterSequence: BigInt(afterSequence),
        throughSequence: throughSequence === undefined ? undefined : BigInt(throughSequence),
        onlyFailed,
      });
    },
  }),
];
