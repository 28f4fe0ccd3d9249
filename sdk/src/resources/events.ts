import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions, Settings } from "../client/options.ts";
import { consume, type Consumer, type LogPage } from "../events/consume.ts";
import { follow } from "../events/follow.ts";
import { listOf, type List } from "../list.ts";
import type { Answer, AnswerOf, Delivery, EnvironmentEvent, EventTypePattern } from "../types.ts";
import type { Result } from "../client/http.ts";

/** The filters of the log. */
export interface EventFilter {
  /** Only events of these types, such as `["entry.*", "payout.paid"]`. The default is all types. */
  types?: readonly EventTypePattern[] | undefined;
  /** Only events about this tournament. */
  tournament?: string | undefined;
}

/** The part of the log to read. */
export interface EventQuery extends EventFilter {
  /** Only events after this sequence. The default is to start at the oldest event that is kept. */
  after?: number | undefined;
  /** The order of the events. The default is `oldest`. With `newest`, `after` is not allowed. */
  order?: "oldest" | "newest" | undefined;
  /** With `order: "newest"`, only events before this sequence. */
  before?: number | undefined;
  /** The maximum number of events on a page, at most 1,000. */
  limit?: number | undefined;
}

/** The options of a stream. */
export interface StreamOptions extends EventFilter {
  /** Only events after this sequence. The default is only new events. */
  after?: number | undefined;
  /** Ends the stream, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Called when the connection is lost, before the client reconnects. */
  onLost?: ((why: unknown) => void) | undefined;
}

/** A part of the log. Iteration reads all pages up to the current end of the log. */
export interface EventList extends AsyncIterable<EnvironmentEvent> {
  /** Reads one page. To continue, send its `nextAfter` as `after`, or its `nextBefore` as `before`. */
  page(): Promise<Result<AnswerOf<"listEvents">>>;
}

/** All deliveries of an event. An event has at most one delivery per endpoint, so there is only one page. */
export interface EventDeliveryPage extends AnswerOf<"listEventDeliveries"> {
  nextCursor: null;
}

const PAGE = 1_000;
const LONGEST_WAIT_S = 20;
// The part of an attempt's time limit that is left for the response.
const ANSWER_S = 5;

/** The event log: all changes in the environment, in order and without gaps. */
export function createEvents(http: Http, settings: Settings) {
  const read = (query: EventQuery & { waitSeconds?: number }, options: CallOptions = {}) =>
    resultOf(http.GET("/event", { params: { query: queryOf(query) }, ...initOf(options) }));
  const waitSeconds = Math.max(
    0,
    Math.min(LONGEST_WAIT_S, Math.floor(settings.timeoutMs / 1_000) - ANSWER_S),
  );
  return {
    get: (eventId: string, options: CallOptions = {}): Answer<"getEvent"> =>
      resultOf(http.GET("/event/{eventId}", { params: { path: { eventId } }, ...initOf(options) })),

    /** Lists the deliveries of an event, one for each endpoint that it was sent to. */
    deliveries: (eventId: string, options: CallOptions = {}) =>
      deliveriesOf(http, eventId, options),

    /** Lists the events up to the current end of the log, oldest first by default. */
    list: (query: EventQuery = {}, options: CallOptions = {}): EventList => ({
      page: () => read(query, options),
      [Symbol.asyncIterator]: () => eachOf((part) => read({ ...query, ...part }, options), query),
    }),

    /**
     * Returns new events as they occur. After a lost connection, the stream continues after the last
     * event, so that no event is missing or occurs twice.
     */
    async *stream(options: StreamOptions = {}): AsyncGenerator<EnvironmentEvent, void> {
      const { types, tournament, signal, onLost } = options;
      const now = () => read({ order: "newest", limit: 1 }, { signal });
      const after = options.after ?? (await now()).nextAfter;
      const query = new URLSearchParams(
        Object.entries(queryOf({ types, tournament })).map(([name, value]) => [
          name,
          String(value),
        ]),
      );
      const path = query.size === 0 ? "/event/stream" : `/event/stream?${query.toString()}`;
      for await (const data of follow(settings, { path, after, signal, onLost }))
        yield JSON.parse(data) as EnvironmentEvent;
    },

    /** Processes all events after a position, then new events as they occur. */
    consume: ({ types, tournament, ...consumer }: Consumer & EventFilter): Promise<void> =>
      consume(
        (after, signal): Promise<LogPage> =>
          read({ types, tournament, after, limit: PAGE, waitSeconds }, { signal }),
        consumer,
      ),
  };
}

const deliveriesOf = (
  http: Http,
  eventId: string,
  options: CallOptions,
): List<Delivery, EventDeliveryPage> =>
  listOf(
    async () => ({
      ...(await resultOf(
        http.GET("/event/{eventId}/deliveries", {
          params: { path: { eventId } },
          ...initOf(options),
        }),
      )),
      nextCursor: null,
    }),
    ({ deliveries }) => deliveries,
  );

/** Returns the query parameters that are set, with the types in the format of the API. */
function queryOf({ types, ...others }: EventQuery & { waitSeconds?: number }) {
  const given = Object.entries({ ...others, types: types?.join(",") }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  return Object.fromEntries(given) as {
    [Name in keyof typeof others]?: NonNullable<(typeof others)[Name]>;
  } & { types?: string };
}

/** Reads all pages. */
async function* eachOf(
  read: (part: Pick<EventQuery, "after" | "before">) => Promise<AnswerOf<"listEvents">>,
  { after, before, order }: EventQuery,
): AsyncGenerator<EnvironmentEvent, void> {
  if (order === "newest") {
    for (let next = before ?? null, isFirst = true; isFirst || next !== null; isFirst = false) {
      const page = await read(next === null ? {} : { before: next });
      yield* page.events;
      next = page.nextBefore;
    }
    return;
  }
  for (let position = after; ;) {
    const { events, nextAfter } = await read({ after: position });
    yield* events;
    // A page without events may be one that the filters left empty.
    if (events.length === 0 && nextAfter === position) return;
    position = nextAfter;
  }
}
