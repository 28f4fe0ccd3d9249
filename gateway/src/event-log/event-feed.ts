import { setImmediate } from "node:timers/promises";
import type { RecordedEvent } from "@tms/proto/tms/event/v1/event";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { createFeedReader, type FeedReader, type ReaderOptions } from "./feed-reader.ts";
import { ROUND_LIMIT_MS, ROUND_MS } from "./event-watch.ts";

/** A feed that follows the logs of environments on behalf of all readers. */
export interface EventFeed {
  /**
   * Opens a reader of an environment's log. The feed follows the log while it has readers. Rejects if the log
   * is unreachable, and with UNAVAILABLE after the feed has stopped.
   */
  open(gameId: string, options: ReaderOptions): Promise<OpenedReader>;
  /** Ends all current and later readers. Their callers reconnect to another replica. */
  readonly stop: () => void;
}

/** A reader with the position of its log. */
export interface OpenedReader extends FeedReader {
  /** The end of the log when the reader was opened. */
  readonly last: bigint;
  /**
   * Starts to deliver the events after a position. Returns false if the feed no longer holds all events after
   * the position. The caller must then read the log up to a later position first.
   */
  begin(after: bigint): boolean;
  /** Releases the reader. Every reader must be closed. */
  close(): void;
}

// The limits of the newest events that the feed keeps for each log. A caller that has read the log to its end
// can continue with the feed, even if the log has grown since.
const TAIL = { events: 1_000, bytes: 1_048_576 };

/** The log of one environment. */
interface Followed {
  readers: Set<FeedReader>;
  /** The number of readers that are not closed. */
  opened: number;
  /** The newest events. */
  tail: RecordedEvent[];
  tailBytes: number;
  /** The sequence up to which the log is known. */
  last: bigint;
  started: Promise<void>;
}

/** Creates a feed that follows each log with one call at a time, however many readers it has. */
export function createEventFeed({ events }: Pick<Clients, "events">): EventFeed {
  const followed = new Map<string, Followed>();
  const stopping = new AbortController();

  async function ask(gameId: string, afterSequence?: bigint) {
    const position = afterSequence === undefined ? {} : { afterSequence };
    return await events.watchEvents(
      { gameId, ...position, waitMs: ROUND_MS },
      { timeoutMs: ROUND_LIMIT_MS, signal: stopping.signal },
    );
  }

  function follow(gameId: string): Followed {
    const log: Followed = {
      readers: new Set(),
      opened: 0,
      tail: [],
      tailBytes: 0,
      last: 0n,
      started: Promise.resolve(),
    };
    log.started = ask(gameId).then(({ nextAfter }) => void (log.last = nextAfter));
    followed.set(gameId, log);
    void run(gameId, log);
    return log;
  }

  async function run(gameId: string, log: Followed): Promise<void> {
    try {
      await log.started;
      while (log.opened > 0) {
        const { events: found } = await ask(gameId, log.last);
        handOn(log, found);
        // Lets readers take their events before the next call.
        await setImmediate();
      }
    } catch {
      // The readers end, because otherwise they would take the last known state for the newest state.
      for (const reader of log.readers) reader.end("unavailable");
    } finally {
      if (followed.get(gameId) === log) followed.delete(gameId);
    }
  }

  return {
    async open(gameId, options) {
      if (stopping.signal.aborted) throw new ProblemError("UNAVAILABLE");
      const log = followed.get(gameId) ?? follow(gameId);
      const reader = createFeedReader(options);
      // `opened` and `readers` change together, so that a failure of the log ends every open reader.
      log.opened += 1;
      log.readers.add(reader);
      const close = () => {
        if (log.readers.delete(reader)) log.opened -= 1;
      };
      try {
        await log.started;
      } catch (error) {
        close();
        throw error;
      }
      const { last } = log;
      return { ...reader, last, begin: (after) => begin(log, reader, after), close };
    },
    stop() {
      for (const { readers } of followed.values())
        for (const reader of readers) reader.end("stopping");
      stopping.abort();
    },
  };
}

function begin({ tail, last }: Followed, reader: FeedReader, after: bigint): boolean {
  const tailAfter = last - BigInt(tail.length);
  if (after < tailAfter) return false;
  reader.begin(after);
  reader.add(tail);
  return true;
}

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
