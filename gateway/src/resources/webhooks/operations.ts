import { NoBody, noQuery } from "../../openapi/schemas/fields.ts";
import {
  gameSecurity,
  operation,
  peopleSecurity,
  problemResponses,
  teamProblems,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import {
  ChangedEndpointReply,
  CreateEndpointBody,
  deliveredParams,
  DeliveryListReply,
  deliveryParams,
  DeliveryReply,
  EndpointListReply,
  endpointParams,
  EndpointReply,
  EventDeliveriesReply,
  ListDeliveriesQuery,
  NewEndpointReply,
  ReplayBody,
  ReplayReply,
  RetryReply,
  RollSecretBody,
  SecretReply,
  UpdateEndpointBody,
} from "./schemas.ts";

const common = { tags: ["webhooks"], security: gameSecurity };
const writing = { ...common, querystring: noQuery, headers: writingHeaders };
const ofEndpoint = { ...writing, params: endpointParams };
const KNOWN = ["URI_TOO_LONG", "ENDPOINT_NOT_FOUND"] as const;
const FAILURES = [...KNOWN, ...WRITING] as const;
const FOR_PEOPLE = { peopleOnly: true };

export const create = operation(
  "webhooks:write",
  {
    ...writing,
    operationId: "createWebhook",
    summary: "Create a webhook endpoint",
    description:
      "Creates an endpoint that receives events as signed POST requests, and returns it with its secret. The endpoint receives all events after its creation. Signatures follow Standard Webhooks 1.0. A retry with the same Idempotency-Key returns the endpoint without the secret, but a signed-in person can reveal it later. A retry without a key creates a second endpoint. Needs the scope `webhooks:write`.",
    body: CreateEndpointBody,
    response: {
      201: NewEndpointReply,
      ...problemResponses("ENDPOINT_URL_REFUSED", "ENDPOINT_LIMIT", ...WRITING),
    },
  },
  { isSecret: true },
);

export const list = operation("read", {
  ...common,
  operationId: "listWebhooks",
  summary: "List webhook endpoints",
  description:
    "Returns all endpoints of the environment, newest first, without their secrets. Needs the scope `read`.",
  querystring: noQuery,
  response: { 200: EndpointListReply, ...problemResponses() },
});

export const read = operation("read", {
  ...common,
  operationId: "getWebhook",
  summary: "Retrieve a webhook endpoint",
  description:
    "Returns an endpoint with its state, and the number of attempts and failures in the last 24 hours. Needs the scope `read`.",
  params: endpointParams,
  querystring: noQuery,
  response: { 200: EndpointReply, ...problemResponses(...KNOWN) },
});

export const update = operation("webhooks:write", {
  ...ofEndpoint,
  operationId: "updateWebhook",
  summary: "Update a webhook endpoint",
  description:
    "Changes, pauses or enables an endpoint, and returns it. An endpoint that you enable again continues after the last event that was sent. Deliveries that failed permanently are not sent again until you replay them. Omitted fields do not change. Needs the scope `webhooks:write`.",
  body: UpdateEndpointBody,
  response: { 200: ChangedEndpointReply, ...problemResponses("ENDPOINT_URL_REFUSED", ...FAILURES) },
});

export const remove = operation("webhooks:write", {
  ...ofEndpoint,
  operationId: "removeWebhook",
  summary: "Remove a webhook endpoint",
  description:
    "Removes an endpoint permanently and returns it. The endpoint receives no more events. Needs the scope `webhooks:write`.",
  body: NoBody,
  response: { 200: ChangedEndpointReply, ...problemResponses(...FAILURES) },
});

export const reveal = operation(
  "webhooks:write",
  {
    ...common,
    security: peopleSecurity,
    operationId: "revealWebhookSecret",
    summary: "Reveal a webhook secret",
    description:
      "Returns the secret of an endpoint. The event `webhook_endpoint.revealed` records the person who revealed the secret. Needs an access token and the scope `webhooks:write`.",
    params: endpointParams,
    querystring: noQuery,
    response: { 200: SecretReply, ...teamProblems(...KNOWN) },
  },
  { ...FOR_PEOPLE, isSecret: true },
);

export const roll = operation(
  "webhooks:write",
  {
    ...ofEndpoint,
    security: peopleSecurity,
    operationId: "rollWebhookSecret",
    summary: "Roll a webhook secret",
    description:
      "Creates a new secret for an endpoint and returns it. During the grace period, the new and the previous secret both sign each request. An older secret stops signing immediately, even during its grace period. A retry with the same Idempotency-Key returns the endpoint without the secret. A retry without a key creates another secret. Needs an access token and the scope `webhooks:write`.",
    body: RollSecretBody,
    response: { 201: NewEndpointReply, ...teamProblems(...FAILURES) },
  },
  { ...FOR_PEOPLE, isSecret: true },
);

export const test = operation("webhooks:write", {
  ...ofEndpoint,
  operationId: "testWebhook",
  summary: "Test a webhook endpoint",
  description:
    "Sends a `webhook.test` event to an endpoint, and returns the delivery with the response of the endpoint. The endpoint has 15 seconds to respond. The service sends the event even to a paused or disabled endpoint. It does not retry the event. Needs the scope `webhooks:write`.",
  body: NoBody,
  response: { 200: DeliveryReply, ...problemResponses(...FAILURES) },
});

export const deliveries = operation("read", {
  ...common,
  operationId: "listDeliveries",
  summary: "List deliveries",
  description:
    "Returns the deliveries of an endpoint, latest event first. Successful deliveries are kept for 7 days, all others for 30 days. Needs the scope `read`.",
  params: endpointParams,
  querystring: ListDeliveriesQuery,
  response: { 200: DeliveryListReply, ...problemResponses("INVALID_PAGE_TOKEN", ...KNOWN) },
});

export const delivery = operation("read", {
  ...common,
  operationId: "getDelivery",
  summary: "Retrieve a delivery",
  description:
    "Returns the delivery of an event to an endpoint, with its latest attempts. Successful deliveries are kept for 7 days, all others for 30 days. Needs the scope `read`.",
  params: deliveryParams,
  querystring: noQuery,
  response: { 200: DeliveryReply, ...problemResponses("DELIVERY_NOT_FOUND", ...KNOWN) },
});

export const eventDeliveries = operation("read", {
  ...common,
  operationId: "listEventDeliveries",
  summary: "List the deliveries of an event",
  description:
    "Returns one delivery for each endpoint that the event was sent to. An endpoint that is paused or lags behind has no delivery of this event yet. Needs the scope `read`.",
  params: deliveredParams,
  querystring: noQuery,
  response: {
    200: EventDeliveriesReply,
    ...problemResponses("URI_TOO_LONG", "EVENT_NOT_FOUND"),
  },
});

export const retry = operation("webhooks:write", {
  ...writing,
  params: deliveryParams,
  operationId: "retryDelivery",
  summary: "Retry a delivery",
  description:
    "Sends an event to an endpoint again, with up to ten new attempts. The event keeps its id, its sequence and its body. The endpoint must be enabled. The event is sent shortly after the response. Needs the scope `webhooks:write`.",
  body: NoBody,
  response: {
    202: RetryReply,
    ...problemResponses("ENDPOINT_DISABLED", "EVENT_NOT_FOUND", "DELIVERY_NOT_FOUND", ...FAILURES),
  },
});

export const replay = operation("webhooks:write", {
  ...ofEndpoint,
  operationId: "replayWebhook",
  summary: "Replay events",
  description:
    "Sends a range of events to an endpoint again: all events that it subscribes to, or only failed ones. The endpoint must be enabled. An endpoint can have only one replay at a time. The events are sent after the response. Needs the scope `webhooks:write`.",
  body: ReplayBody,
  response: {
    202: ReplayReply,
    ...problemResponses("ENDPOINT_DISABLED", "REPLAY_RUNNING", "EVENTS_EXPIRED", ...FAILURES),
  },
});
