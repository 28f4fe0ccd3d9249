import { setImmediate } from "node:timers/promises";
import type { RecordedEvent } from "@tms/proto/tms/event/v1/event";
import type { Clients } from "../clients.ts";
import { createOpenLimit } from "../http/limits/open-limit.ts";
import { ProblemError } from "../problems/problem-error.ts";

/** The maximum wait of a call for new events. Short, because a stopping service waits for these calls. */
const ROUND_MS = 2_000;
const ANSWER_MARGIN_MS = 3_000;
// The maximum number and size of the newest events that the feed keeps for each log. With these events, a
// caller that has read a log can continue with the feed, even if events arrived during the read.
const TAIL = { events: 1_000, bytes: 1_048_576 };

export const MAX_WAITING = { perCaller: 20, perGame: 100, perReplica: 500 };

interface Followed {
  readers: Set<FeedReader>;
  tail: RecordedEvent[];
  tailBytes: number;
  /** The last known sequence of the log. */
  last: bigint;
  started: Promise<void>;
}

interface EventWait {
  gameId: string;
  /** The wait ends when the log grows beyond this sequence. */
  after: bigint;
  /** The wait ends at this time at the latest, on the clock of performance.now(). */
  endsAt: number;
  /** The wait ends when the caller disconnects. */
  signal: AbortSignal;
  caller: string;
}

/** Creates a feed that follows each log with one call at a time, however many readers the log has. */
export function createEventFeed({ events }: Pick<Clients, "events">) {
  const followed = new Map<string, Followed>();
  const stopping = new AbortController();

  async function ask(gameId: string, afterSequence?: bigint) {
    const position = afterSequence === undefined ? {} : { afterSequence };
    return await events.watchEvents(
      { gameId, ...position, waitMs: ROUND_MS },
      { timeoutMs: ROUND_MS + ANSWER_MARGIN_MS, signal: stopping.signal },
    );
  }

  function follow(gameId: string): Followed {
    const log: Followed = {
      readers: new Set(),
      tail: [],
      tailBytes: 0,
      last: 0n,
      started: ask(gameId).then(({ nextAfter }) => void (log.last = nextAfter)),
    };
    followed.set(gameId, log);
    void run(gameId, log);
    return log;
  }

  async function run(gameId: string, log: Followed): Promise<void> {
    try {
      await log.started;
      while (log.readers.size > 0) {
        const { events: found } = await ask(gameId, log.last);
        handOn(log, found);
        // Lets readers take their events before the next call.
        await setImmediate();
      }
    } catch {
      // Ends the readers, because a reader without new events would assume that the log has not grown.
      for (const reader of log.readers) reader.end("unavailable");
    } finally {
      if (followed.get(gameId) === log) followed.delete(gameId);
    }
  }

  /** Opens a reader, which must be closed. Throws if the log is unreachable, and UNAVAILABLE after `stop`. */
  async function open(gameId: string, options: ReaderOptions) {
    if (stopping.signal.aborted) throw new ProblemError("UNAVAILABLE");
    const log = followed.get(gameId) ?? follow(gameId);
    const reader = createFeedReader(log, options);
    log.readers.add(reader);
    const close = () => void log.readers.delete(reader);
    try {
      await log.started;
    } catch (error) {
      close();
      throw error;
    }
    // `last` is the last sequence of the log when the reader was opened.
    return { ...reader, last: log.last, close };
  }

  return {
    open,
    /** Ends all readers. After that, `open` throws. Callers reconnect to another replica. */
    stop(): void {
      for (const { readers } of followed.values())
        for (const reader of readers) reader.end("stopping");
      stopping.abort();
    },
    isStopping: () => stopping.signal.aborted,
  };
}

/**
 * Creates a function that waits until a log grows, and returns false if the wait ends first. Throws
 * TOO_MANY_AT_ONCE if too many requests wait, and the error of the log if it is unreachable.
 */
export function createEventWait(feed: EventFeed) {
  const begin = createOpenLimit(MAX_WAITING);
  return async ({ gameId, after, endsAt, signal, caller }: EventWait): Promise<boolean> => {
    using cleanup = new DisposableStack();
    const leave = begin(caller, gameId);
    if (leave === undefined)
      throw new ProblemError(
        "TOO_MANY_AT_ONCE",
        "Too many requests wait for events. Wait until one of them has a response.",
      );
    cleanup.defer(leave);
    const options = { fits: () => true, onEnd: () => undefined };
    const reader = await feed.open(gameId, options).catch((error: unknown) => {
      if (!feed.isStopping()) throw error;
    });
    if (reader === undefined) return false;
    cleanup.defer(reader.close);
    if (signal.aborted) return false;
    const onAbort = () => reader.end("gone");
    signal.addEventListener("abort", onAbort);
    cleanup.defer(() => signal.removeEventListener("abort", onAbort));
    if (!reader.begin(after)) return true;
    const found = await reader.next(Math.max(0, endsAt - performance.now()));
    if (reader.ended() === "unavailable") throw new ProblemError("UNAVAILABLE");
    return found.events.length > 0;
  };
}

export type EventFeed = ReturnType<typeof createEventFeed>;

function handOn(log: Followed, found: RecordedEvent[]): void {
  log.last = found.at(-1)?.sequence ?? log.last;
  for (const reader of log.readers) reader.add(found);
  log.tail = [...log.tail, ...found];
  log.tailBytes += bytesOf(found);
  let over = 0;
  for (const { body } of log.tail) {
    if (log.tail.length - over <= TAIL.events && log.tailBytes <= TAIL.bytes) break;
    log.tailBytes -= body.length;
    over += 1;
  }
  log.tail = log.tail.slice(over);
}

const bytesOf = (found: readonly RecordedEvent[]): number =>
  found.reduce((bytes, { body }) => bytes + body.length, 0);

type FeedEnd =
  /** The credential of the caller is no longer accepted. */
  "credentials" | "stopping" | "unavailable" | "behind" | "gone";

/** The limits of a reader's queue. If events arrive while the queue exceeds a limit, the reader ends. */
export const MAX_BEHIND = { events: 1_000, bytes: 1_048_576 };

interface ReaderOptions {
  /** Returns whether the reader gets an event. */
  fits: (event: RecordedEvent) => boolean;
  /** Called once, when the reader ends. */
  onEnd: (why: FeedEnd) => void;
}

type FeedReader = ReturnType<typeof createFeedReader>;

/** Creates a reader, which accepts a batch of any size while its queue is within MAX_BEHIND. */
function createFeedReader(log: Followed, { fits, onEnd }: ReaderOptions) {
  let position: bigint | undefined;
  let queue: RecordedEvent[] = [];
  let bytes = 0;
  let why: FeedEnd | undefined;
  let wake = (): void => undefined;

  /** Ends the reader. Only the first reason counts. */
  function end(reason: FeedEnd): void {
    if (why !== undefined) return;
    why = reason;
    wake();
    onEnd(reason);
  }

  function add(events: readonly RecordedEvent[]): void {
    if (position === undefined || why !== undefined) return;
    const after = position;
    position = events.at(-1)?.sequence ?? after;
    if (position < after) position = after;
    const wanted = events.filter((event) => event.sequence > after && fits(event));
    if (wanted.length === 0) return;
    if (queue.length > MAX_BEHIND.events || bytes > MAX_BEHIND.bytes) return end("behind");
    queue.push(...wanted);
    bytes += bytesOf(wanted);
    wake();
  }

  return {
    /** Starts to queue events after the position. Returns false if the feed no longer has all of them. */
    begin(after: bigint): boolean {
      if (after < log.last - BigInt(log.tail.length)) return false;
      position = after;
      add(log.tail);
      return true;
    },
    add,
    end,
    ended: () => why,
    /**
     * Returns the queued events, and the last sequence that was compared with `fits`. If there are no events,
     * waits up to `ms` milliseconds for events or the end.
     */
    async next(ms: number) {
      if (queue.length === 0 && why === undefined) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        wake = resolve;
        await promise;
        clearTimeout(timer);
      }
      const taken = queue;
      queue = [];
      bytes = 0;
      return { events: taken, through: position };
    },
  };
}

interface StreamedLog {
  reader: Awaited<ReturnType<EventFeed["open"]>>;
  after: bigint;
  /** The first page after the position, if it is already read. */
  first: Page | undefined;
  read: (after: bigint) => Promise<Page>;
}

interface Page {
  events: readonly RecordedEvent[];
  nextAfter: bigint;
}

// The time after which a quiet stream gets a comment. A stream without traffic for thirty seconds is closed.
const HEARTBEAT_MS = 15_000;
// The time after which an EventSource client reconnects.
const RETRY_MS = 2_000;

/** Yields server-sent events after the caller's position. Reads only as fast as the caller reads. */
export async function* eventStream({ reader, after, first, read }: StreamedLog) {
  // Clients dispatch no message without data, but keep its id, so that they reconnect with the position.
  yield `retry: ${RETRY_MS}\nid: ${after}\n\n`;
  let page = first;
  for (let position = after; reader.ended() === undefined; page = undefined) {
    if (page === undefined && reader.begin(position)) break;
    const { events, nextAfter } = page ?? (await read(position));
    yield events.length > 0 ? events.map(toMessage).join("") : quietMessage(nextAfter);
    position = nextAfter;
  }
  while (reader.ended() === undefined) {
    const { events, through = after } = await reader.next(HEARTBEAT_MS);
    if (events.length > 0) yield events.map(toMessage).join("");
    else if (reader.ended() === undefined) yield quietMessage(through);
  }
  const reason = reader.ended();
  if (reason !== undefined) yield endMessage(reason);
}

/** Returns a comment with a position, so that a stream without matching events resumes after what it read. */
const quietMessage = (position: bigint): string => `:\nid: ${position}\n\n`;

// Bodies are minified JSON, so they are one line.
const toMessage = ({ sequence, type, body }: RecordedEvent): string =>
  `id: ${sequence}\nevent: ${type}\ndata: ${body}\n\n`;

/** Returns the last message of a stream that the gateway ends. The caller reconnects with its last id. */
const endMessage = (reason: FeedEnd): string =>
  `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
