import type { DueEvent } from "../db/dispatches.ts";
import type { Outcome, Sender } from "../sending/send.ts";
import { isDown, isGone, isOverwhelmed } from "./schedule.ts";
import type { SlotOwner, Slots } from "./slots.ts";

export interface Target extends SlotOwner {
  url: string;
  secrets: readonly Uint8Array[];
  isSlow: boolean;
  /** Called if a request takes longer than half a second. */
  onWaiting?: () => void;
}

export interface Sent {
  event: DueEvent;
  outcome: Outcome;
}

export interface BatchResult {
  sent: Sent[];
  /** The last new event whose attempt began; undefined if none began. */
  lastNew: DueEvent | undefined;
  /** New events that were being sent when `signal` was aborted. They have no outcome. */
  interrupted: DueEvent[];
  isSlow: boolean;
}

const MAX_REQUESTS = 8;
// Requests begin only within this short time, so that a worker that dies causes few duplicates.
const STARTING_MS = 2_000;
const PATIENCE_MS = 500;

/**
 * Sends up to eight events at once, new events and retries alternately. After two seconds, only the first two
 * events can still begin, so that neither kind waits forever. A slow or overwhelmed receiver gets one request
 * at a time. A receiver that is gone or accepts nothing gets no further request. If `signal` ends the
 * requests, returns the outcomes so far.
 */
export async function sendBatch(
  { sender, slots }: { sender: Sender; slots: Slots },
  target: Target,
  { retries, newEvents }: Record<"retries" | "newEvents", readonly DueEvent[]>,
  signal: AbortSignal,
): Promise<BatchResult> {
  const batch: BatchResult = { sent: [], lastNew: undefined, interrupted: [], isSlow: false };
  const isNew = new Set(newEvents);
  const stopsAtMs = performance.now() + STARTING_MS;
  const running: Promise<void>[] = [];
  let gone = false;
  const isOver = (isFirst: boolean) =>
    gone ||
    signal.aborted ||
    isDown(batch.sent.map(({ outcome }) => outcome)) ||
    (!isFirst && performance.now() >= stopsAtMs);

  async function sendOne(event: DueEvent, body: string, release: () => void): Promise<void> {
    const patience = setTimeout(() => target.onWaiting?.(), PATIENCE_MS);
    try {
      const outcome = await sender.send(target.url, { ...event, body }, target.secrets, signal);
      gone ||= isGone(outcome);
      batch.isSlow ||= isOverwhelmed(outcome);
      batch.sent.push({ event, outcome });
    } catch (error) {
      if (!signal.aborted) throw error;
      // Only new events are listed, because an interrupted retry is still due.
      if (isNew.has(event)) batch.interrupted.push(event);
    } finally {
      clearTimeout(patience);
      release();
    }
  }

  for (const [index, event] of alternate(newEvents, retries).entries()) {
    const isFirst = index < 2;
    if (isOver(isFirst)) break;
    if (event.body === null) continue;
    const release = await slots.acquire(target, target.isSlow || batch.isSlow ? 1 : MAX_REQUESTS);
    // Answers during the wait may have ended the batch.
    if (isOver(isFirst)) {
      release();
      break;
    }
    running.push(sendOne(event, event.body, release));
    if (isNew.has(event)) batch.lastNew = event;
  }
  const ends = await Promise.allSettled(running);
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
  return batch;
}

function alternate<T>(one: readonly T[], other: readonly T[]): T[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, index) =>
    [one.slice(index, index + 1), other.slice(index, index + 1)].flat(),
  ).flat();
}
