import type {
  Delivery as DeliveryMessage,
  GetDeliveryResponse,
  TestEndpointResponse,
} from "@tms/proto/tms/event/v1/delivery";
import type { Endpoint as EndpointMessage } from "@tms/proto/tms/event/v1/endpoint";
import { Attempt, Delivery, DELIVERY_STATES } from "@tms/resources/delivery";
import { Endpoint } from "@tms/resources/endpoint";
import { ref } from "@tms/resources/resource";
import { isoOrNull } from "@tms/resources/values/times";
import { Type } from "typebox";
import { PATTERNS } from "../openapi/patterns.ts";
import { closed, dateTime, message, nextCursor, nullable, pageQuery } from "../openapi/fields.ts";
import { operationsOf } from "../rest/operation.ts";

const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER;
/** The time limit of a test. The receiver has 15 seconds to respond. The rest is for storing the response. */
const TEST_LIMIT_MS = 20_000;

const url = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 2_000,
  description: "An https URL with a public address, without credentials or a fragment.",
  examples: [Endpoint.example.url],
});
const settings = {
  events: Type.Optional(
    Type.Array(Type.String({ pattern: PATTERNS.subscription.pattern, maxLength: 60 }), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description:
        "The event types that the endpoint receives. `*` matches all types, and `entry.*` all types that start with `entry.`. The default for a new endpoint is all types.",
    }),
  ),
  description: Type.Optional(
    Type.String({
      format: "text",
      maxLength: 500,
      description: "Your own description of the endpoint.",
    }),
  ),
};
const endpoint = ref(Endpoint.schema);
const delivery = ref(Delivery.schema);
const secret = nullable(
  Type.String({
    description: "The secret that signs the requests. Null in the response to a retry.",
  }),
);
const attempts = Type.Array(ref(Attempt.schema), {
  maxItems: 100,
  description: "The latest 100 attempts, oldest first.",
});

const { get, post, patch } = operationsOf("webhooks");
const toChange = (text: string, changed: { endpoint?: EndpointMessage | undefined }) => ({
  message: text,
  endpoint: Endpoint.toJson(changed.endpoint),
});
const toDeliveries = (messages: DeliveryMessage[]) => messages.map((one) => Delivery.toJson(one));
const toResult = (found: GetDeliveryResponse | TestEndpointResponse) => ({
  delivery: Delivery.toJson(found.delivery),
  attempts: found.attempts.map((one) => Attempt.toJson(one)),
});

/** The operations on webhook endpoints and deliveries. */
export const webhookOperations = [
  get("listWebhooks", "/webhook", {
    scope: "read",
    summary: "List webhook endpoints",
    description:
      "Returns all endpoints of the environment, newest first, without their secrets. Needs the scope `read`.",
    returns: "All endpoints of the environment, newest first.",
    reply: { endpoints: Type.Array(endpoint, { maxItems: 10, description: "The endpoints." }) },
    async handle({ game }, { endpoints: service }) {
      const { endpoints } = await service.listEndpoints({ gameId: game.id });
      return { endpoints: endpoints.map((one) => Endpoint.toJson(one)) };
    },
  }),

  get("getWebhook", "/webhook/:endpointId", {
    scope: "read",
    summary: "Retrieve a webhook endpoint",
    description:
      "Returns an endpoint with its state, and the number of attempts and failures in the last 24 hours. Needs the scope `read`.",
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
      return { endpoint: Endpoint.toJson(found), lastDay };
    },
  }),

  post("createWebhook", "/webhook/create", {
    scope: "webhooks:write",
    summary: "Create a webhook endpoint",
    description:
      "Creates an endpoint that receives events as signed POST requests, and returns it with its secret. The endpoint receives all events after its creation. Signatures follow Standard Webhooks 1.0. A retry with the same Idempotency-Key returns the endpoint without the secret, but a signed-in person can reveal it later. A retry without a key creates a second endpoint. Needs the scope `webhooks:write`.",
    isSecret: true,
    body: closed(
      { url, ...settings },
      { examples: [{ url: Endpoint.example.url, events: Endpoint.example.events }] },
    ),
    problems: ["ENDPOINT_URL_REFUSED", "ENDPOINT_LIMIT"],
    statuses: [201],
    returns: "The endpoint and its secret.",
    reply: { message, endpoint, secret },
    async handle({ body, test, mutation }, { endpoints }) {
      const created = await endpoints.createEndpoint({ ...mutation, test, ...body });
      return {
        ...toChange("Endpoint created successfully", created),
        secret: created.secret || null,
      };
    },
  }),

  patch("updateWebhook", "/webhook/:endpointId/update", {
    scope: "webhooks:write",
    summary: "Update a webhook endpoint",
    description:
      "Changes, pauses or enables an endpoint, and returns it. An endpoint that you enable again continues after the last event that was sent. Deliveries that failed permanently are not sent again until you replay them. Omitted fields do not change. Needs the scope `webhooks:write`.",
    body: closed(
      {
        url: Type.Optional(url),
        ...settings,
        enabled: Type.Optional(
          Type.Boolean({
            description:
              "Send `false` to pause the endpoint, or `true` to continue after the last event that was sent.",
          }),
        ),
      },
      { examples: [{ enabled: true }] },
    ),
    problems: ["ENDPOINT_URL_REFUSED"],
    returns: "The endpoint after the change.",
    reply: { message, endpoint },
    async handle({ body, params, mutation }, { endpoints }) {
      const updated = await endpoints.updateEndpoint({ ...mutation, ...params, ...body });
      return toChange("Endpoint updated successfully", updated);
    },
  }),

  patch("removeWebhook", "/webhook/:endpointId/remove", {
    scope: "webhooks:write",
    summary: "Remove a webhook endpoint",
    description:
      "Removes an endpoint permanently and returns it. The endpoint receives no more events. Needs the scope `webhooks:write`.",
    returns: "The endpoint after the change.",
    reply: { message, endpoint },
    async handle({ params, mutation }, { endpoints }) {
      const removed = await endpoints.removeEndpoint({ ...mutation, ...params });
      return toChange("Endpoint removed successfully", removed);
    },
  }),

  get("revealWebhookSecret", "/webhook/:endpointId/secret", {
    scope: "webhooks:write",
    peopleOnly: true,
    summary: "Reveal a webhook secret",
    description:
      "Returns the secret of an endpoint. The event `webhook_endpoint.revealed` records the person who revealed the secret. Needs an access token and the scope `webhooks:write`.",
    isSecret: true,
    returns: "The current secret and the previous one.",
    reply: {
      secret: Type.String({ description: "The secret that signs the requests." }),
      previous: nullable(
        Type.String({
          description: "The previous secret, during its grace period. Null otherwise.",
        }),
      ),
      previousEndsAt: nullable(
        dateTime(
          "When the grace period of the previous secret ends. Null without a previous secret.",
        ),
      ),
    },
    async handle({ target }, { endpoints }) {
      const found = await endpoints.revealEndpointSecret(target);
      return {
        secret: found.secret,
        previous: found.previous || null,
        previousEndsAt: isoOrNull(found.previousEndTime),
      };
    },
  }),

  post("rollWebhookSecret", "/webhook/:endpointId/roll", {
    scope: "webhooks:write",
    peopleOnly: true,
    summary: "Roll a webhook secret",
    description:
      "Creates a new secret for an endpoint and returns it. During the grace period, the new and the previous secret both sign each request. An older secret stops signing immediately, even during its grace period. A retry with the same Idempotency-Key returns the endpoint without the secret. A retry without a key creates another secret. Needs an access token and the scope `webhooks:write`.",
    isSecret: true,
    body: closed(
      {
        graceSeconds: Type.Optional(
          Type.Enum([0, 3_600, 86_400, 604_800], {
            description:
              "How many more seconds the previous secret also signs: 0, an hour, a day or a week. The default is a day.",
          }),
        ),
      },
      { default: {}, examples: [{ graceSeconds: 3_600 }] },
    ),
    statuses: [201],
    returns: "The endpoint and its secret.",
    reply: { message, endpoint, secret },
    async handle({ body, params, mutation }, { endpoints }) {
      const rolled = await endpoints.rollEndpointSecret({ ...mutation, ...params, ...body });
      return { ...toChange("Secret rolled successfully", rolled), secret: rolled.secret || null };
    },
  }),

  get("listDeliveries", "/webhook/:endpointId/deliveries", {
    scope: "read",
    summary: "List deliveries",
    description:
      "Returns the deliveries of an endpoint, latest event first. Successful deliveries are kept for 7 days, all others for 30 days. Needs the scope `read`.",
    query: {
      state: Type.Optional(DELIVERY_STATES.schema("Returns only deliveries in this state.")),
      type: Type.Optional(
        Type.String({
          pattern: PATTERNS.eventType.pattern,
          maxLength: 60,
          description:
            "Returns only deliveries of events of this type. `entry.*` matches all types that start with `entry.`.",
          examples: ["entry.joined"],
        }),
      ),
      ...pageQuery(100, 50),
    },
    problems: ["INVALID_PAGE_TOKEN"],
    returns: "A page of deliveries, latest event first.",
    reply: {
      deliveries: Type.Array(delivery, { description: "The deliveries on this page." }),
      nextCursor,
    },
    async handle({ query: { state, type = "" }, page, game, params }, { deliveries }) {
      const found = await deliveries.listDeliveries({
        gameId: game.id,
        ...params,
        ...page,
        type,
        ...(state !== undefined && { state: DELIVERY_STATES.value(state) }),
      });
      return {
        deliveries: toDeliveries(found.deliveries),
        nextCursor: found.nextPageToken || null,
      };
    },
  }),

  get("getDelivery", "/webhook/:endpointId/deliveries/:eventId", {
    scope: "read",
    summary: "Retrieve a delivery",
    description:
      "Returns the delivery of an event to an endpoint, with its latest attempts. Successful deliveries are kept for 7 days, all others for 30 days. Needs the scope `read`.",
    missing: "DELIVERY_NOT_FOUND",
    returns: "The delivery with its attempts.",
    reply: { delivery, attempts },
    async handle({ target }, { deliveries }) {
      return toResult(await deliveries.getDelivery(target));
    },
  }),

  get("listEventDeliveries", "/event/:eventId/deliveries", {
    scope: "read",
    summary: "List the deliveries of an event",
    description:
      "Returns one delivery for each endpoint that the event was sent to. An endpoint that is paused or lags behind has no delivery of this event yet. Needs the scope `read`.",
    returns: "All deliveries of the event, newest endpoint first.",
    reply: {
      deliveries: Type.Array(delivery, {
        maxItems: 10,
        description: "The deliveries of the event.",
      }),
    },
    async handle({ target }, { deliveries: service }) {
      const { deliveries } = await service.listEventDeliveries(target);
      return { deliveries: toDeliveries(deliveries) };
    },
  }),

  post("retryDelivery", "/webhook/:endpointId/deliveries/:eventId/retry", {
    scope: "webhooks:write",
    summary: "Retry a delivery",
    description:
      "Sends an event to an endpoint again, with up to ten new attempts. The event keeps its id, its sequence and its body. The endpoint must be enabled. The event is sent shortly after the response. Needs the scope `webhooks:write`.",
    missing: "DELIVERY_NOT_FOUND",
    problems: ["ENDPOINT_DISABLED", "EVENT_NOT_FOUND"],
    statuses: [202],
    returns: "The event will be sent again shortly.",
    reply: { message, delivery },
    async handle({ params, mutation }, { deliveries }) {
      const retried = await deliveries.retryDelivery({ ...mutation, ...params });
      return {
        message: "The event will be sent again",
        delivery: Delivery.toJson(retried.delivery),
      };
    },
  }),

  post("testWebhook", "/webhook/:endpointId/test", {
    scope: "webhooks:write",
    summary: "Test a webhook endpoint",
    description:
      "Sends a `webhook.test` event to an endpoint, and returns the delivery with the response of the endpoint. The endpoint has 15 seconds to respond. The service sends the event even to a paused or disabled endpoint. It does not retry the event. Needs the scope `webhooks:write`.",
    returns: "The delivery with its attempts.",
    reply: { delivery, attempts },
    async handle({ params, mutation }, { deliveries }) {
      const limited = { timeoutMs: TEST_LIMIT_MS };
      return toResult(await deliveries.testEndpoint({ ...mutation, ...params }, limited));
    },
  }),

  post("replayWebhook", "/webhook/:endpointId/replay", {
    scope: "webhooks:write",
    summary: "Replay events",
    description:
      "Sends a range of events to an endpoint again: all events that it subscribes to, or only failed ones. The endpoint must be enabled. An endpoint can have only one replay at a time. The events are sent after the response. Needs the scope `webhooks:write`.",
    body: closed(
      {
        afterSequence: Type.Integer({
          minimum: 0,
          maximum: MAX_SEQUENCE,
          description: "Replays only events after this sequence.",
        }),
        throughSequence: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_SEQUENCE,
            description:
              "Replays only events up to this sequence. The default is the `position` of the endpoint.",
          }),
        ),
        onlyFailed: Type.Optional(
          Type.Boolean({
            description:
              "Whether to replay only events that failed permanently. The default is false.",
          }),
        ),
      },
      { examples: [{ afterSequence: 1_000, throughSequence: 1_042, onlyFailed: true }] },
    ),
    problems: ["ENDPOINT_DISABLED", "REPLAY_RUNNING", "EVENTS_EXPIRED"],
    statuses: [202],
    returns: "The events will be sent again, in several batches.",
    reply: {
      message,
      events: Type.Integer({ description: "The number of events that will be sent again." }),
    },
    async handle({ body, params, mutation }, { deliveries }) {
      const { afterSequence, throughSequence, onlyFailed = false } = body;
      const { events } = await deliveries.replayEvents({
        ...mutation,
        ...params,
        afterSequence: BigInt(afterSequence),
        ...(throughSequence !== undefined && { throughSequence: BigInt(throughSequence) }),
        onlyFailed,
      });
      return { message: "The events will be sent again", events: Number(events) };
    },
  }),
];
