import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions, Settings } from "../client/options.ts";
import { consume, type Consumer, type LogPage } from "../events/consume.ts";
import { follow } from "../events/follow.ts";
import { listOf, type List } from "../list.ts";
import type { Answer, AnswerOf, Delivery, EnvironmentEvent, EventTypePattern } from "../types.ts";
import type { Result } from "../client/http.ts";

/** Which events of the log. */
export interface EventFilter {
  /** Whole types, or all of a kind: `["entry.*", "payout.paid"]`. All when absent. */
  types?: readonly EventTypePattern[] | undefined;
  /** Only those about this tournament. */
  tournament?: string | undefined;
}

/** Which part of the log to read. */
export interface EventQuery extends EventFilter {
  /** Only events after this sequence; from the oldest that is kept when absent. */
  after?: number | undefined;
  /** `newest` reads from the end backwards; `after` is then left out. */
  order?: "oldest" | "newest" | undefined;
  /** With `order: "newest"`: only events before this sequence. */
  before?: number | undefined;
  /** Events per page, at most 1,000. */
  limit?: number | undefined;
}

/** What to follow. */
export interface StreamOptions extends EventFilter {
  /** Only events after this sequence; those from now on when absent. */
  after?: number | undefined;
  /** Ends the stream, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Told whenever the connection is lost, before it is made again. */
  onLost?: ((why: unknown) => void) | undefined;
}

/** A part of the log: iterated over it reads page after page up to its present end. */
export interface EventList extends AsyncIterable<EnvironmentEvent> {
  /** Reads one page; go on with its `nextAfter`, or with its `nextBefore` as `before`. */
  page(): Promise<Result<AnswerOf<"listEvents">>>;
}

/** What became of one event: as many deliveries as there are endpoints at most fit on one page. */
export interface EventDeliveryPage extends AnswerOf<"listEventDeliveries"> {
  nextCursor: null;
}

const PAGE = 1_000;
const LONGEST_WAIT_S = 20;
// What is left of an attempt's time for the answer itself.
const ANSWER_S = 5;

/** What changed in the environment, in one order, numbered 1, 2, 3 … without a gap. */
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

    /** What became of an event at each endpoint that it was sent to. */
    deliveries: (eventId: string, options: CallOptions = {}) =>
      deliveriesOf(http, eventId, options),

    /** The log up to its present end, the oldest first unless told otherwise. */
    list: (query: EventQuery = {}, options: CallOptions = {}): EventList => ({
      page: () => read(query, options),
      [Symbol.asyncIterator]: () => eachOf((part) => read({ ...query, ...part }, options), query),
    }),

    /**
     * Events as they happen, for as long as it is iterated over. A connection that is lost is made
     * again after the last event, so none is missed and none comes twice.
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

    /** Handles every event from where it was left on, and goes on with those that come. */
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

/** The query parameters that are given; types as the API takes them. */
function queryOf({ types, ...others }: EventQuery & { waitSeconds?: number }) {
  const given = Object.entries({ ...others, types: types?.join(",") }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  return Object.fromEntries(given) as {
    [Name in keyof typeof others]?: NonNullable<(typeof others)[Name]>;
  } & { types?: string };
}

/** Reads page after page until nothing is left. */
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
