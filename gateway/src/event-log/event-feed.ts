import { setImmediate } from "node:timers/promises";
import type { RecordedEvent } from "@tms/proto/tms/event/v1/event";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { createFeedReader, type FeedReader, type ReaderOptions } from "./feed-reader.ts";
import { ROUND_LIMIT_MS, ROUND_MS } from "./event-watch.ts";

/** Follows the logs of environments for all who want to see them grow. */
export interface EventFeed {
  /**
   * A reader of an environment's log, which is followed for as long as anybody reads it. Rejects where
   * the log cannot be reached, and with UNAVAILABLE once the feed has stopped.
   */
  open(gameId: string, options: ReaderOptions): Promise<OpenedReader>;
  /** Ends all readers, now and later: they come back at another replica. */
  readonly stop: () => void;
}

/** A reader and where it can begin. */
export interface OpenedReader extends FeedReader {
  /** Where the log ended when it was opened. */
  readonly last: bigint;
  /**
   * Hands on what comes after a position. False where that is too long ago for the feed: read the log up
   * to a later one first.
   */
  begin(after: bigint): boolean;
  /** Must be called in the end. */
  close(): void;
}

// Whoever reads a log to its end finds where to go on here, though it has grown meanwhile.
const TAIL = { events: 1_000, bytes: 1_048_576 };

/** One environment's log. */
interface Followed {
  readers: Set<FeedReader>;
  /** How many have opened it and not closed. */
  opened: number;
  /** The newest events. */
  tail: RecordedEvent[];
  tailBytes: number;
  /** Up to here it is known. */
  last: bigint;
  started: Promise<void>;
}

/** Follows each log with one call at a time to the service, however many read it. */
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
        // Readers take what is there before more is asked for.
        await setImmediate();
      }
    } catch {
      // Whoever goes on reading would take an old state for the newest one.
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
      // Both at once, so that no failure of the log passes it by.
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
