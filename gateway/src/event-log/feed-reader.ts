import type { RecordedEvent } from "@tms/proto/tms/event/v1/event";

/** Why a reader gets nothing more. */
export type FeedEnd =
  /** Its credential is not accepted any more. */
  | "credentials"
  /** This replica stops. */
  | "stopping"
  /** The log cannot be reached. */
  | "unavailable"
  /** It reads too slowly. */
  | "behind"
  /** Its caller has gone. */
  | "gone";

/** How far a reader may be behind. */
export const MOST_BEHIND = { events: 1_000, bytes: 1_048_576 };

export interface ReaderOptions {
  /** Which events it wants. */
  fits: (event: RecordedEvent) => boolean;
  /** Called once it has ended. */
  onEnd: (why: FeedEnd) => void;
}

/** Takes what it is given from one side and hands it out on the other, when it is asked for. */
export interface FeedReader {
  /** From now on it takes events after a position. */
  begin(after: bigint): void;
  /** Events of its log, in their order. */
  add(events: readonly RecordedEvent[]): void;
  /** Ends it; only the first end counts. */
  end(why: FeedEnd): void;
  /** Why it has ended; undefined while it has not. */
  ended(): FeedEnd | undefined;
  /** What has come; waits for something up to `ms`, or for the end. */
  next(ms: number): Promise<readonly RecordedEvent[]>;
}

/**
 * A reader ends, for being behind, when more comes while too much waits. One batch alone is never too
 * much, however long it is.
 */
export function createFeedReader({ fits, onEnd }: ReaderOptions): FeedReader {
  let position: bigint | undefined;
  let queue: RecordedEvent[] = [];
  let bytes = 0;
  let why: FeedEnd | undefined;
  let wake = (): void => undefined;

  function end(reason: FeedEnd): void {
    if (why !== undefined) return;
    why = reason;
    wake();
    onEnd(reason);
  }

  return {
    begin: (after) => void (position = after),
    add(events) {
      if (position === undefined || why !== undefined) return;
      const after = position;
      position = events.at(-1)?.sequence ?? after;
      if (position < after) position = after;
      const wanted = events.filter((event) => event.sequence > after && fits(event));
      if (wanted.length === 0) return;
      if (queue.length > MOST_BEHIND.events || bytes > MOST_BEHIND.bytes) return end("behind");
      queue.push(...wanted);
      bytes += wanted.reduce((sum, { body }) => sum + body.length, 0);
      wake();
    },
    end,
    ended: () => why,
    async next(ms) {
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
      return taken;
    },
  };
}
