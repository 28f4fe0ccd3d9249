import { pause, pauseInLoop } from "../client/pauses.ts";
import { isTmsError, TmsConnectionError } from "../errors.ts";
import type { EnvironmentEvent } from "../types.ts";

/** A part of the log, and where the next begins. */
export interface LogPage {
  events: readonly EnvironmentEvent[];
  nextAfter: number;
}

/** What is done with events as they come. */
export interface Consumer {
  /** Where to begin: what was saved last. From the oldest event that is kept when absent. */
  after?: number | undefined;
  /**
   * Called for one event after the other. What it throws ends the loop. To work exactly once, store
   * `event.sequence` together with what is done for it, and begin `after` it the next time.
   */
  handle: (event: EnvironmentEvent) => unknown;
  /** Called with where to begin the next time, once all events up to there are handled. */
  save?: ((after: number) => unknown) | undefined;
  /** Ends the loop, which then resolves. An event that is being handled is finished first. */
  signal?: AbortSignal | undefined;
}

// Never so many that pauses stop to grow.
const MOST_COUNTED = 10;

/**
 * Reads a log from where it was left, and goes on with what comes until the signal says otherwise. Each
 * event is handled once, and again where the process ended before it was saved. While the service cannot
 * be reached it waits; pauses grow. Rejects with a refusal that no repeat would change.
 */
export async function consume(
  read: (after: number | undefined, signal: AbortSignal) => Promise<LogPage>,
  { after, handle, save, signal = new AbortController().signal }: Consumer,
): Promise<void> {
  let position = after;
  for (let failures = 0; !signal.aborted;) {
    let page: LogPage;
    try {
      page = await read(position, signal);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures = Math.min(failures + 1, MOST_COUNTED);
      const pauseMs = isOfTms(error) ? pauseInLoop(failures, error) : undefined;
      if (pauseMs === undefined) throw error;
      await pause(pauseMs, signal).catch(() => undefined);
      continue;
    }
    const reached = await handleAll(page.events, handle, signal);
    const next = reached === page.events.length ? page.nextAfter : sequenceAt(page, reached - 1);
    if (next === undefined || next === position) continue;
    position = next;
    await save?.(position);
  }
}

/** Handles events until the signal says otherwise; how many were. */
async function handleAll(
  events: readonly EnvironmentEvent[],
  handle: Consumer["handle"],
  signal: AbortSignal,
): Promise<number> {
  let handled = 0;
  for (const event of events) {
    if (signal.aborted) break;
    await handle(event);
    handled += 1;
  }
  return handled;
}

const sequenceAt = ({ events }: LogPage, index: number): number | undefined =>
  events[index]?.sequence;

const isOfTms = (error: unknown): boolean =>
  error instanceof TmsConnectionError || isTmsError(error);
