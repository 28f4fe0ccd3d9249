import { Readable } from "node:stream";
import { required } from "@tms/kit/errors/domain-error";
import { refusedFor } from "@tms/kit/errors/remote-error";
import type { ListEventsResponse, RecordedEvent } from "@tms/proto/tms/event/v1/event";
import { EventSchema, type EventJson } from "@tms/resources/event";
import { EVENT_TYPES } from "@tms/resources/event-types";
import * as field from "@tms/resources/field";
import { ref } from "@tms/resources/resource";
import type { FastifyInstance, FastifyRequest, FastifySchema } from "fastify";
import { Type, type Static, type TObject } from "typebox";
import { principalOf } from "../auth/principal.ts";
import type { Clients } from "../clients.ts";
import { eventStream } from "../batching/event-feed.ts";
import { onceClosed } from "../http/closing.ts";
import { bindClients, renewDeadline, within } from "../http/deadline.ts";
import { createOpenLimit } from "../http/limits/open-limit.ts";
import { integer, matching, trueOrFalse } from "@tms/resources/input";
import { invalid, ProblemError } from "../problems/problem-error.ts";
import { routeSchema } from "../rest/declaration.ts";
import { readsOf } from "../rest/operation.ts";
import type { Parts } from "../rest/parts.ts";

export const MAX_STREAMS = { perCaller: 20, perGame: 100, perReplica: 500 };
// The interval at which a stream checks its caller's access again. Other requests cache access for 5 s too.
const CHECK_EVERY_MS = 5_000;
const STREAM_PAGE = 500;
const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Proxies must not buffer or compress the text.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

const sequence = (description: string, minimum: number) =>
  integer(description, minimum, Number.MAX_SAFE_INTEGER);
const filters = {
  types: matching(
    "eventTypes",
    "Returns only events of these types, separated by commas. `entry.*` matches all types that start with `entry.`.",
    { maxLength: 1_000, examples: ["entry.*,tournament.completed"] },
  ),
  tournament: matching("uuid", "Returns only events about this tournament.", {
    examples: ["0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11"],
  }),
};
const listQuery = {
  after: sequence(
    "Returns only events after this sequence. The default is to start at the oldest event that is kept.",
    0,
  ),
  ...filters,
  limit: integer(
    "The maximum number of events to return. The default is 100. A response with long events can have fewer.",
    1,
    1_000,
  ),
  waitSeconds: integer(
    "How many seconds to wait for an event if there is none yet. The default is 0.",
    0,
    20,
  ),
  audit: trueOrFalse(
    "Send `true` to get only actions of people and changes of access. These events are kept for 400 days.",
  ),
  order: Type.Enum(["oldest", "newest"], {
    description: "The order of the events. The default is `oldest`. Use `newest` to display a log.",
  }),
  before: sequence(
    "Returns only events before this sequence. Send the `nextBefore` of the previous page. Allowed only with `order=newest`.",
    1,
  ),
};
type ListQuery = Partial<Static<TObject<typeof listQuery>>>;

// The body is the JSON that the events service created when it recorded the event.
const toEvent = ({ body }: RecordedEvent): EventJson => JSON.parse(body) as EventJson;

const get = readsOf("events", { scope: "read" });

export const eventOperations = [
  get("listEvents", "/event", {
    summary: "List events",
    description:
      "Returns the events of the environment in the order of their sequences. To read all events exactly once, store `nextAfter` together with the results of processing the events, and send it as `after` in the next request. With `waitSeconds`, the request waits until a matching event occurs. A caller can have 20 waiting requests. Filters do not change the sequences of events. If few events match the filters, a response can be empty before `waitSeconds` have passed. In that case, send `nextAfter` as `after` in the next request.",
    query: listQuery,
    problems: ["EVENTS_EXPIRED"],
    returns: "A page of events in the requested order.",
    reply: {
      events: field.of(
        Type.Array(ref(EventSchema), {
          maxItems: 1_000,
          description: "The events on this page.",
        }),
        ({ events }: ListEventsResponse) => events.map(toEvent),
      ),
      nextAfter: field.integer(
        "Send this value as `after` in the next request, even if the response has no events. With `order=newest`, it is the last sequence of the log.",
      ),
      nextBefore: field.integerOrNull(
        "With `order=newest`, send this value as `before` to get the next page. Null on the last page and with other orders.",
      ),
    },
    async handle({ request, reply, query, game }, clients, { waitForEvents }) {
      const { waitSeconds = 0, order, audit, types, tournament = "", limit = 0 } = query;
      const filter = {
        gameId: game.id,
        beforeSequence: toSequence(query.before),
        types: toTypes(types),
        tournamentId: tournament,
        limit,
        audited: audit === "true",
        newestFirst: order === "newest",
      };
      refuseContradiction(query);
      const endsAt = performance.now() + waitSeconds * 1_000;
      const gone = new AbortController();
      onceClosed(reply, () => gone.abort());
      const wait = { gameId: game.id, endsAt, signal: gone.signal };
      const caller = principalOf(request).actor.id;
      let afterSequence = toSequence(query.after);
      // Reads again whenever the log has grown, until an event matches or the wait ends.
      for (;;) {
        const found = await clients.events.listEvents({ ...filter, afterSequence });
        if (found.events.length > 0 || performance.now() >= endsAt) return found;
        // A read scans a limited range. If `nextAfter` is before the end of the log, the wait ends at once
        // and the loop reads on.
        afterSequence = found.nextAfter;
        if (!(await waitForEvents({ ...wait, caller, after: afterSequence }))) return found;
        renewDeadline(request);
      }
    },
  }),

  get("getEvent", "/event/:eventId", {
    summary: "Retrieve an event",
    description:
      "Returns an event by its id. Events are kept for 30 days. Actions of people and changes of access are kept for 400 days.",
    returns: "The event.",
    reply: { event: ref(EventSchema) },
    async handle({ target }, { events }) {
      const { event } = await events.getEvent(target);
      return { event: toEvent(required(event, "the events service returned no event")) };
    },
  }),
];

const toSequence = (given: number | undefined) => (given === undefined ? given : BigInt(given));

/** Returns the types that a query names. Throws INVALID_ARGUMENT for an unknown type. */
function toTypes(text = ""): string[] {
  const types = text.split(",").filter(Boolean);
  const unknown = types.find((type) => !KNOWN.has(type));
  if (unknown === undefined) return types;
  throw invalid({ pointer: "/query/types", detail: `contains the unknown event type ${unknown}` });
}

const groupOf = (type: string): string => `${type.split(".")[0]}.*`;
const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPES.flatMap((type) => [type, groupOf(type)]));

function refuseContradiction({ order, after, waitSeconds, before }: ListQuery): void {
  const isBackwards = order === "newest";
  const notAllowed = (name: string, detail: string) =>
    invalid({ pointer: `/query/${name}`, detail: `is ${detail}` });
  if (isBackwards && after !== undefined)
    throw notAllowed("after", "not allowed with order=newest");
  if (isBackwards && waitSeconds) throw notAllowed("waitSeconds", "not allowed with order=newest");
  if (!isBackwards && before !== undefined)
    throw notAllowed("before", "allowed only with order=newest");
}

const streamQuery = {
  after: sequence(
    "Streams only events after this sequence. The default is to stream only new events. The header `Last-Event-ID`, which clients send when they reconnect, takes precedence.",
    0,
  ),
  ...filters,
};
type StreamQuery = Partial<Static<TObject<typeof streamQuery>>>;
const described = routeSchema(
  { tag: "events", id: "streamEvents", method: "GET", url: "/event/stream" },
  {
    scope: "read",
    summary: "Stream events",
    description:
      "Streams new events of the environment as server-sent events, one message per event. The stream starts after `Last-Event-ID`, otherwise after `after`, otherwise at the current end of the log. The server sends a comment if no event occurs for 15 seconds, and checks the credential again every 5 seconds. If the credential is no longer valid, or the server stops, the last message is `end`. The server also closes the connection to a reader that is more than 1,000 events or 1 MiB behind. In all these cases, reconnect with the id of the last message. Send a new access token if the old one has expired. On each replica, a caller can have 20 open streams and a game 100.",
    query: streamQuery,
    problems: ["EVENTS_EXPIRED", "STREAM_LIMIT"],
    returns: "",
    reply: {},
  },
);
const streamSchema: FastifySchema = {
  ...described,
  headers: Type.Object({
    ...(described.headers as TObject).properties,
    "last-event-id": Type.Optional(
      Type.String({
        description: "The `id` of the last message that you received.",
        examples: ["1042"],
      }),
    ),
  }),
  response: {
    ...(described.response as object),
    200: {
      description:
        "Server-sent events. In each message, `id` is the sequence of the event, `event` is its type and `data` is the event as JSON. The last message can be `end`.",
      content: {
        "text/event-stream": {
          schema: Type.String({
            examples: ['id: 1042\nevent: entry.joined\ndata: {"id":"…","sequence":1042}\n\n'],
          }),
        },
      },
    },
  },
};

export function eventStreamRoutes(
  app: FastifyInstance,
  clients: Clients,
  { feed, checkAgain }: Parts,
): void {
  const begin = createOpenLimit(MAX_STREAMS);
  const config = { scope: "read" } as const;
  // The HEAD route that Fastify derives from a GET would follow the log until its caller disconnects.
  app.head("/event/stream", { config, schema: { hide: true } }, async (_request, reply) =>
    reply.headers(STREAM_HEADERS).send(),
  );
  app.get(
    "/event/stream",
    { config, schema: streamSchema, exposeHeadRoute: false },
    async (request, reply) => {
      const { types: text, tournament = "", after } = request.query as StreamQuery;
      const types = toTypes(text);
      const wanted = tournament.toLowerCase();
      const resumed = lastEventIdOf(request);
      const position = resumed ?? toSequence(after);
      const { actor, game } = principalOf(request);
      const leave = begin(actor.id, game.id);
      if (leave === undefined) throw new ProblemError("STREAM_LIMIT");
      onceClosed(reply, leave);
      const ownClients = bindClients(clients, () => within(request));
      const filter = { gameId: game.id, types, tournamentId: wanted, limit: STREAM_PAGE };
      const read = async (afterSequence: bigint) => {
        renewDeadline(request);
        return await ownClients.events.listEvents({ ...filter, afterSequence });
      };
      const reader = await feed.open(game.id, {
        fits: ({ type, tournamentId }) =>
          (types.length === 0 || types.includes(type) || types.includes(groupOf(type))) &&
          (wanted === "" || tournamentId === wanted),
        // Closing the connection of a slow reader drops its pending events.
        onEnd: (reason) => void (reason === "behind" && reply.raw.destroy()),
      });
      onceClosed(reply, () => {
        reader.end("gone");
        reader.close();
      });
      // Read before any text is sent, so that a position that has expired gets a problem document.
      const first =
        position === undefined
          ? undefined
          : await read(position).catch((error: unknown) => {
              if (resumed !== undefined && refusedFor(error, "INVALID_ARGUMENT"))
                throw badLastEventId("is beyond the end of the log");
              throw error;
            });
      // Ends the stream if a new request of the caller would be refused.
      const timer = setInterval(() => {
        checkAgain(request).catch(() => reader.end("credentials"));
      }, CHECK_EVERY_MS);
      onceClosed(reply, () => clearInterval(timer));
      const stream = eventStream({ reader, after: position ?? reader.last, first, read });
      return reply.headers(STREAM_HEADERS).send(Readable.from(stream, { highWaterMark: 1 }));
    },
  );
}

function lastEventIdOf({ headers: { "last-event-id": last } }: FastifyRequest): bigint | undefined {
  if (typeof last !== "string" || last === "") return undefined;
  if (/^\d{1,15}$/.test(last)) return BigInt(last);
  throw badLastEventId("must be the id of a message of the stream");
}

const badLastEventId = (detail: string) => invalid({ pointer: "/header/last-event-id", detail });
