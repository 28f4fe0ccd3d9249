import type { Part } from "./parts.ts";
import { byInGame, get, patch, post, type Row } from "./row.ts";

/** The request log: without Redis each replica tells what it answered itself. */
export const REQUESTS: readonly Row[] = [
  {
    operation: "listRequests",
    needs: [],
    request: () => get("/request"),
  },
  {
    operation: "getRequest",
    needs: [],
    request: ({ answered }) => get(`/request/${answered.requestId}`),
  },
];

const EVENT_LOG: readonly Part[] = ["postgres", "events"];
const PERSON: readonly Part[] = ["postgres", "identity", "game"];

/** Endpoints for webhooks: whoever is sent events need not be there either. */
export const WEBHOOKS: readonly Row[] = [
  {
    operation: "createWebhook",
    needs: EVENT_LOG,
    request: () => post("/webhook/create", { url: "http://127.0.0.1:9/" }),
  },
  { operation: "listWebhooks", needs: EVENT_LOG, request: () => get("/webhook") },
  {
    operation: "getWebhook",
    needs: EVENT_LOG,
    request: ({ webhook }) => get(webhook.path),
  },
  {
    operation: "updateWebhook",
    needs: EVENT_LOG,
    request: ({ webhook }, name) => patch(`${webhook.path}/update`, { description: name }),
  },
  {
    operation: "removeWebhook",
    needs: EVENT_LOG,
    request: ({ webhook }) => patch(`${webhook.toRemove}/remove`),
  },
  {
    operation: "revealWebhookSecret",
    needs: [...PERSON, "events"],
    request: (fixture) => byInGame(fixture, get(`${fixture.webhook.path}/secret`)),
  },
  {
    operation: "rollWebhookSecret",
    needs: [...PERSON, "events"],
    request: (fixture) => byInGame(fixture, post(`${fixture.webhook.path}/roll`, {})),
  },
  {
    operation: "testWebhook",
    needs: EVENT_LOG,
    request: ({ webhook }) => post(`${webhook.path}/test`, {}),
  },
  {
    operation: "listDeliveries",
    needs: EVENT_LOG,
    request: ({ webhook }) => get(`${webhook.path}/deliveries`),
  },
  {
    operation: "getDelivery",
    needs: EVENT_LOG,
    request: ({ webhook }) => get(webhook.delivery),
  },
  {
    operation: "listEventDeliveries",
    needs: EVENT_LOG,
    request: ({ eventId }) => get(`/event/${eventId}/deliveries`),
  },
  {
    operation: "retryDelivery",
    needs: EVENT_LOG,
    request: ({ webhook }) => post(`${webhook.delivery}/retry`, {}),
  },
  {
    operation: "replayWebhook",
    needs: EVENT_LOG,
    // Nothing of it has failed for good, so that two do not get in each other's way.
    request: ({ webhook }) =>
      post(`${webhook.path}/replay`, { afterSequence: 0, onlyFailed: true }),
  },
];

/** The log of events: of what it has, it needs nobody else to tell. */
export const EVENTS: readonly Row[] = [
  {
    operation: "listEvents",
    needs: ["postgres", "events"],
    request: () => get("/event"),
  },
  {
    operation: "streamEvents",
    needs: ["postgres", "events"],
    request: () => get("/event/stream?after=0"),
  },
  {
    operation: "getEvent",
    needs: ["postgres", "events"],
    request: ({ eventId }) => get(`/event/${eventId}`),
  },
];

/** The clock: an advance begins and is answered, whoever is away; it goes on when they are back. */
export const CLOCK: readonly Row[] = [
  {
    operation: "getClock",
    needs: ["postgres", "game"],
    request: () => get("/clock"),
  },
  {
    operation: "advanceClock",
    needs: ["postgres", "game"],
    request: ({ testKey }) => ({
      ...patch("/clock/advance", { bySeconds: 60 }),
      auth: { "x-api-key": testKey },
    }),
  },
];
