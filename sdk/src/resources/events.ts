import type { Call } from "../client/call.ts";
import type { CallOptions, Settings } from "../client/options.ts";
import { consume, type Consumer } from "../events/consume.ts";
import { follow } from "../events/follow.ts";
import type { Answer, AnswerOf } from "../client/routes.ts";
import type { EnvironmentEvent, EventTypePattern } from "../types.ts";

export interface EventFilter {
  /** Only events of these types, such as `["entry.*", "payout.paid"]`. The default is all types. */
  types?: readonly EventTypePattern[] | undefined;
  /** Only events about this tournament. */
  tournament?: string | undefined;
}

export interface EventQuery extends EventFilter {
  /** Only events after this sequence. The default is to start at the oldest event that is kept. */
  after?: number | undefined;
  /** The order of the events. The default is `oldest`. With `newest`, `after` is not allowed. */
  order?: "oldest" | "newest" | undefined;
  /** With `order: "newest"`, only events before this sequence. */
  before?: number | undefined;
  /** The maximum number of events on a page: 1 to 1,000. The default is 100. */
  limit?: number | undefined;
}

export interface StreamOptions extends EventFilter {
  /** Only events after this sequence. By default, the stream starts with the next new event. */
  after?: number | undefined;
  /** Ends the stream if it aborts. The stream then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Called before the client reconnects. The reason is undefined if the service closed the connection. */
  onLost?: ((why: unknown) => void) | undefined;
}

/** A part of the log. Iteration reads all pages to the end of the log or, with `newest`, to its start. */
export interface EventList extends AsyncIterable<EnvironmentEvent> {
  /** Reads one page. To continue, send its `nextAfter` as `after`, or its `nextBefore` as `before`. */
  page(): Answer<"GET /event">;
}

const PAGE = 1_000;
const MAX_WAIT_S = 20;
// The wait for new events ends this long before the time limit of the attempt, so that the response arrives.
const ANSWER_S = 5;

export function eventMethods({ send }: Call, settings: Settings) {
  const read = (query: EventQuery & { waitSeconds?: number }, options?: CallOptions) =>
    send("GET /event", { params: { query: toParameters(query) } }, options);
  const limitS = Math.floor(settings.timeoutMs / 1_000);
  const waitSeconds = Math.max(0, Math.min(MAX_WAIT_S, limitS - ANSWER_S));
  return {
    /** Lists the events that the log has now, oldest first by default. */
    list: (query: EventQuery = {}, options?: CallOptions): EventList => ({
      page: () => read(query, options),
      [Symbol.asyncIterator]: () => readAll((part) => read({ ...query, ...part }, options), query),
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
        toParameters({ types, tournament }) as Record<string, string>,
      );
      const path = query.size === 0 ? "/event/stream" : `/event/stream?${query.toString()}`;
      for await (const data of follow(settings, { path, after, signal, onLost }))
        yield JSON.parse(data) as EnvironmentEvent;
    },

    /** Processes all events after a position, then new events as they occur, until `signal` aborts. */
    consume: ({ types, tournament, ...consumer }: Consumer & EventFilter): Promise<void> =>
      consume(
        (after, signal) => read({ types, tournament, after, limit: PAGE, waitSeconds }, { signal }),
        consumer,
        waitSeconds > 0,
      ),
  };
}

/** Returns the query parameters that are set, with the types in the format of the API. */
function toParameters({ types, ...others }: EventQuery & { waitSeconds?: number }) {
  const given = Object.entries({ ...others, types: types?.join(",") }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  return Object.fromEntries(given) as {
    [Name in keyof typeof others]?: NonNullable<(typeof others)[Name]>;
  } & { types?: string };
}

async function* readAll(
  read: (part: EventQuery) => Promise<AnswerOf<"GET /event">>,
  { after, order }: EventQuery,
): AsyncGenerator<EnvironmentEvent, void> {
  for (let part: EventQuery = {}; ;) {
    const { events, nextAfter, nextBefore } = await read(part);
    yield* events;
    if (order === "newest") {
      if (nextBefore === null) return;
      part = { before: nextBefore };
    } else {
      // The filters can leave a page empty before the end of the log.
      if (events.length === 0 && nextAfter === (part.after ?? after)) return;
      part = { after: nextAfter };
    }
  }
}
