import { pause, pauseInLoop } from "../client/pauses.ts";
import { isTmsError, TmsConnectionError } from "../errors.ts";
import type { EnvironmentEvent } from "../types.ts";

/** A page of the log, and the position of the next page. */
export interface LogPage {
  events: readonly EnvironmentEvent[];
  nextAfter: number;
}

export interface Consumer {
  /** The position that was saved last. The default is to start at the oldest event that is kept. */
  after?: number | undefined;
  /**
   * Processes one event. The next event waits until the promise resolves. An error ends the loop. To process
   * each event exactly once, store its `sequence` in the transaction of its effects, and start `after` it.
   */
  handle: (event: EnvironmentEvent) => unknown;
  /** Stores the position from which to continue. All events up to it have been processed. */
  save?: ((after: number) => unknown) | undefined;
  /** Ends the loop after the current event if it aborts. The call then resolves. */
  signal?: AbortSignal | undefined;
}

// Without a wait at the server, the loop would read the end of the log again and again.
const IDLE_MS = 1_000;

/**
 * Processes all events after a position, and new events until the signal aborts. An event is processed again
 * if the process ends before `save` stores its position. While the service is unavailable, the loop waits
 * with growing pauses. Rejects with a problem that a retry cannot solve, or an error of `handle` or `save`.
 * `waits` is false if a read at the end of the log does not wait for new events.
 */
export async function consume(
  read: (after: number | undefined, signal: AbortSignal) => Promise<LogPage>,
  { after, handle, save, signal = new AbortController().signal }: Consumer,
  waits: boolean,
): Promise<void> {
  let position = after;
  for (let failures = 0; !signal.aborted;) {
    let page: LogPage;
    try {
      page = await read(position, signal);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      const pauseMs =
        error instanceof TmsConnectionError || isTmsError(error)
          ? pauseInLoop(failures, error)
          : undefined;
      if (pauseMs === undefined) throw error;
      await pause(pauseMs, signal).catch(() => undefined);
      continue;
    }
    let next = position;
    for (const event of page.events) {
      if (signal.aborted) break;
      await handle(event);
      next = event.sequence;
    }
    if (!signal.aborted) next = page.nextAfter;
    if (next === undefined || next === position) {
      if (!waits) await pause(IDLE_MS, signal).catch(() => undefined);
      continue;
    }
    position = next;
    await save?.(position);
  }
}
