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
  summary: "List events",
  description:
    "Returns the events of the environment in the order of their sequences. To read all events exactly once, store `nextAfter` together with the results of processing the events, and send it as `after` in the next request. With `waitSeconds`, the request waits until a matching event occurs. A caller can have 20 waiting requests. Filters do not change the sequences of events. If few events match the filters, a response can be empty before `waitSeconds` have passed. In that case, send `nextAfter` as `after` in the next request. Needs the scope `read`.",
  querystring: ListEventsQuery,
  response: { 200: EventListReply, ...problemResponses("EVENTS_EXPIRED") },
});

export const read = operation("read", {
  ...common,
  operationId: "getEvent",
  summary: "Retrieve an event",
  description:
    "Returns an event by its id. Events are kept for 30 days. Actions of people and changes of access are kept for 400 days. Needs the scope `read`.",
  params: eventParams,
  querystring: noQuery,
  response: { 200: EventReply, ...problemResponses("URI_TOO_LONG", "EVENT_NOT_FOUND") },
});

export const stream = operation("read", {
  ...common,
  operationId: "streamEvents",
  summary: "Stream events",
  description:
    "Streams new events of the environment as server-sent events, one message per event. The stream starts after `Last-Event-ID`, otherwise after `after`, otherwise at the current end of the log. The server sends a comment every 15 seconds and checks the credential again every 5 seconds. If the credential is no longer valid, or the server stops, the last message is `end`. The server also closes the connection to a reader that is more than 1,000 events or 1 MiB behind. In all these cases, reconnect with the id of the last message. Send a new access token if the old one has expired. A caller can have 20 open streams. Needs the scope `read`.",
  querystring: StreamEventsQuery,
  headers: streamHeaders,
  response: { ...streamResponse, ...problemResponses("EVENTS_EXPIRED", "STREAM_LIMIT") },
});
