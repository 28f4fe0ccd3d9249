import { noQuery } from "../../openapi/schemas/fields.ts";
import { gameSecurity, operation, problemResponses } from "../../openapi/operation.ts";
import {
  EventListReply,
  EventReply,
  eventParams,
  ListEventsQuery,
  StreamEventsQuery,
  streamHeaders,
  streamResponse,
} from "./schemas.ts";

const common = { tags: ["events"], security: gameSecurity };

export const list = operation("read", {
  ...common,
  operationId: "listEvents",
  summary: "Read the environment's events in their order",
  description:
    "Store `nextAfter` together with what you did for the events, and pass it as `after` the next time: nothing is missed and nothing comes twice. With `waitSeconds` the answer comes as soon as there is an event that fits; 20 requests of one caller may wait at once. Filters do not change sequences. With a rare filter an answer may hold no event before the time is over: ask again after `nextAfter`.",
  querystring: ListEventsQuery,
  response: { 200: EventListReply, ...problemResponses("EVENTS_EXPIRED") },
});

export const read = operation("read", {
  ...common,
  operationId: "getEvent",
  summary: "Read one event",
  params: eventParams,
  querystring: noQuery,
  response: { 200: EventReply, ...problemResponses("URI_TOO_LONG", "EVENT_NOT_FOUND") },
});

export const stream = operation("read", {
  ...common,
  operationId: "streamEvents",
  summary: "Follow the environment's events as they happen",
  description:
    "Server-sent events, one message per event, after `Last-Event-ID`, else after `after`, else from now on. A comment comes every 15 seconds. The credential is checked again every 5 seconds; when it is refused, or the server stops, the last message is `end`: come back with the last id that you have, and with a new token if that is what ended. A reader that is more than 1,000 events or 1 MiB behind is cut off and comes back likewise. Twenty streams of one caller may be open.",
  querystring: StreamEventsQuery,
  headers: streamHeaders,
  response: { ...streamResponse, ...problemResponses("EVENTS_EXPIRED", "STREAM_LIMIT") },
});
