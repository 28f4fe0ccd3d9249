import type { DueEvent } from "../db/due-events.ts";
import type { Outcome, Sender } from "../sending/send.ts";
import { isDown } from "./backoff.ts";
import { isGone, isOverwhelmed } from "./schedule.ts";
import type { SlotOwner, Slots } from "./slots.ts";

/** Where a piece is sent, and by what. */
export interface Target extends SlotOwner {
  url: string;
  secrets: readonly Uint8Array[];
  /** Whether it gets one request at a time. */
  isSlow: boolean;
  /** Called when a request has waited for half a second. */
  onWaiting?: () => void;
}

/** An event that was sent. */
export interface Sent {
  event: DueEvent;
  outcome: Outcome;
}

/** What a turn sent. */
export interface PieceSent {
  sent: Sent[];
  /** Up to here the new events were sent; undefined where none was. */
  lastNew: DueEvent | undefined;
  /** Those of the new events whose attempts were ended by the signal before anything came back. */
  cutOff: DueEvent[];
  isSlow: boolean;
}

const AT_ONCE = 8;
// Short enough that a worker that dies repeats little, and long enough for a piece of a quick receiver.
const STARTING_MS = 2_000;
const PATIENCE_MS = 500;

/**
 * Sends events to one endpoint, eight at once: attempts start in the given order, those again and those
 * anew by turns. After two seconds no further one starts, but for the first of either kind, so that
 * neither waits for the other for ever. A receiver that is overwhelmed gets one request at a time from
 * then on, one that is gone none. A receiver that takes nothing gets no more either. The signal ends what
 * is under way; what came back before it counts.
 */
export async function sendPiece(
  { sender, slots }: { sender: Sender; slots: Slots },
  target: Target,
  due: { again: readonly DueEvent[]; anew: readonly DueEvent[] },
  signal: AbortSignal,
): Promise<PieceSent> {
  const piece: PieceSent = { sent: [], lastNew: undefined, cutOff: [], isSlow: false };
  const isNew = new Set(due.anew);
  const stopsAt = performance.now() + STARTING_MS;
  const underWay: Promise<void>[] = [];
  let gone = false;
  const isOver = () => gone || signal.aborted || isDown(piece.sent.map(({ outcome }) => outcome));

  async function sendOne(event: DueEvent, body: string, release: () => void): Promise<void> {
    const patience = setTimeout(() => target.onWaiting?.(), PATIENCE_MS);
    try {
      const message = { eventId: event.eventId, body };
      const outcome = await sender.send(target.url, message, target.secrets, signal);
      gone ||= isGone(outcome);
      piece.isSlow ||= isOverwhelmed(outcome);
      piece.sent.push({ event, outcome });
    } catch (error) {
      if (!signal.aborted) throw error;
      // One of those again is due as it was before.
      if (isNew.has(event)) piece.cutOff.push(event);
    } finally {
      clearTimeout(patience);
      release();
    }
  }

  for (const [index, event] of byTurns(due.anew, due.again).entries()) {
    const isFirst = index < 2;
    const isLate = () => !isFirst && performance.now() >= stopsAt;
    if (isOver() || isLate()) break;
    if (event.body === null) continue;
    const limit = target.isSlow || piece.isSlow ? 1 : AT_ONCE;
    const release = await slots.acquire(target, limit);
    // What it waited for may have changed everything.
    if (isOver() || isLate()) {
      release();
      break;
    }
    underWay.push(sendOne(event, event.body, release));
    if (isNew.has(event)) piece.lastNew = event;
  }
  // None goes on after the turn, whatever became of another.
  const ends = await Promise.allSettled(underWay);
  const broken = ends.find((end) => end.status === "rejected");
  if (broken) throw broken.reason;
  return piece;
}

/** Takes from one and the other list by turns, and then the rest of the longer one. */
function byTurns<T>(one: readonly T[], other: readonly T[]): T[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, index) =>
    [one.slice(index, index + 1), other.slice(index, index + 1)].flat(),
  ).flat();
}
