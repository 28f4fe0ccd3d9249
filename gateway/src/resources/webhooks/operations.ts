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
    summary: "Create an endpoint for webhooks",
    description:
      "It gets the events after its creation, each signed with its secret as Standard Webhooks 1.0 has it. The secret is shown once; it can be revealed later by a person.",
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
  summary: "List the environment's endpoints",
  querystring: noQuery,
  response: { 200: EndpointListReply, ...problemResponses() },
});

export const read = operation("read", {
  ...common,
  operationId: "getWebhook",
  summary: "Read one endpoint, and how it does",
  params: endpointParams,
  querystring: noQuery,
  response: { 200: EndpointReply, ...problemResponses(...KNOWN) },
});

export const update = operation("webhooks:write", {
  ...ofEndpoint,
  operationId: "updateWebhook",
  summary: "Change an endpoint, pause it or let it go on",
  description:
    "One that is enabled again goes on after the last event that it was sent. Events whose last attempt failed meanwhile wait for a replay.",
  body: UpdateEndpointBody,
  response: { 200: ChangedEndpointReply, ...problemResponses("ENDPOINT_URL_REFUSED", ...FAILURES) },
});

export const remove = operation("webhooks:write", {
  ...ofEndpoint,
  operationId: "removeWebhook",
  summary: "Remove an endpoint for good",
  body: NoBody,
  response: { 200: ChangedEndpointReply, ...problemResponses(...FAILURES) },
});

export const reveal = operation(
  "webhooks:write",
  {
    ...common,
    security: peopleSecurity,
    operationId: "revealWebhookSecret",
    summary: "Look at an endpoint's secret",
    description: "It is told as an event who did so.",
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
    summary: "Give an endpoint another secret",
    description:
      "Until the grace is over both sign. One that was still signing before the present one ends at once.",
    body: RollSecretBody,
    response: { 201: NewEndpointReply, ...teamProblems(...FAILURES) },
  },
  { ...FOR_PEOPLE, isSecret: true },
);

export const test = operation("webhooks:write", {
  ...ofEndpoint,
  operationId: "testWebhook",
  summary: "Try an endpoint now",
  description:
    "Sends it a `webhook.test`, once, also while it is paused or disabled, and answers with what came back within 15 seconds.",
  body: NoBody,
  response: { 200: DeliveryReply, ...problemResponses(...FAILURES) },
});

export const deliveries = operation("read", {
  ...common,
  operationId: "listDeliveries",
  summary: "List an endpoint's deliveries, those of later events first",
  description: "Kept for 7 days where they succeeded, else for 30.",
  params: endpointParams,
  querystring: ListDeliveriesQuery,
  response: { 200: DeliveryListReply, ...problemResponses("INVALID_PAGE_TOKEN", ...KNOWN) },
});

export const delivery = operation("read", {
  ...common,
  operationId: "getDelivery",
  summary: "Read one delivery with its attempts",
  params: deliveryParams,
  querystring: noQuery,
  response: { 200: DeliveryReply, ...problemResponses("DELIVERY_NOT_FOUND", ...KNOWN) },
});

export const eventDeliveries = operation("read", {
  ...common,
  operationId: "listEventDeliveries",
  summary: "List what became of one event at each endpoint",
  description:
    "One delivery for each endpoint that the event was sent to. An endpoint that wants it and has not come to it yet, because it is paused or behind, has none.",
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
  summary: "Send one event again",
  description: "Its ten attempts begin anew. It keeps its id, its sequence and its body.",
  body: NoBody,
  response: {
    202: RetryReply,
    ...problemResponses("ENDPOINT_DISABLED", "EVENT_NOT_FOUND", "DELIVERY_NOT_FOUND", ...FAILURES),
  },
});

export const replay = operation("webhooks:write", {
  ...ofEndpoint,
  operationId: "replayWebhook",
  summary: "Send a range of events again",
  description: "All that the endpoint wants, or those that failed. One replay at a time.",
  body: ReplayBody,
  response: {
    202: ReplayReply,
    ...problemResponses("ENDPOINT_DISABLED", "REPLAY_RUNNING", "EVENTS_EXPIRED", ...FAILURES),
  },
});
