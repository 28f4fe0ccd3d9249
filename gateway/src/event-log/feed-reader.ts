import type { RecordedEvent } from "@tms/proto/tms/event/v1/event";

export type FeedEnd =
  /** The credential of the caller is no longer accepted. */
  "credentials" | "stopping" | "unavailable" | "behind" | "gone";

/** The limits of a reader's queue. If events arrive while the queue exceeds a limit, the reader ends. */
export const MAX_BEHIND = { events: 1_000, bytes: 1_048_576 };

export interface ReaderOptions {
  /** Returns whether the reader gets an event. */
  fits: (event: RecordedEvent) => boolean;
  /** Called once, when the reader ends. */
  onEnd: (why: FeedEnd) => void;
}

export interface FeedReader {
  begin(after: bigint): void;
  add(events: readonly RecordedEvent[]): void;
  /** Ends the reader. Only the first reason counts. */
  end(why: FeedEnd): void;
  ended(): FeedEnd | undefined;
  /** Returns the queued events. If there are none, waits up to `ms` milliseconds for events or the end. */
  next(ms: number): Promise<readonly RecordedEvent[]>;
}

/** Creates a reader, which accepts a batch of any size while its queue is within MAX_BEHIND. */
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
      if (queue.length > MAX_BEHIND.events || bytes > MAX_BEHIND.bytes) return end("behind");
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
