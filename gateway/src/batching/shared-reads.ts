import { createBatcher } from "@tms/kit/batching/batcher";
import { createExpiry, expired } from "./expiry.ts";

/** A wish to be told something, and how long it waits. */
export interface SharedRead<T> {
  /** Names what is read, and for which game: equal keys must mean equal answers. */
  key: string;
  /** On the clock of performance.now(). */
  deadlineAt: number;
  /** Is given the latest deadline of all who wait for it. */
  read: (deadlineAt: number) => Promise<T>;
}

// Whoever comes while one is under way waits for the next, unless that one is stuck.
const LIMITS = { maxBatch: 8_192, inFlight: 1, maxWaiting: 8_192 };

/**
 * Reads once what several want to read at the same time. Each is told the present: never by a
 * read that began before it came. Everyone has the same answer, or failure, and nobody waits
 * beyond their own deadline.
 */
export function createSharedReads<T>() {
  const lanes = new Map<string, Lane<T>>();
  const inTime = createExpiry();

  function laneOf(key: string): Lane<T> {
    const lane = lanes.get(key) ?? {
      callers: 0,
      send: createBatcher<SharedRead<T>, Told<T>>(readOnce, LIMITS),
    };
    lanes.set(key, lane);
    return lane;
  }

  return async (wish: SharedRead<T>): Promise<T> => {
    const lane = laneOf(wish.key);
    lane.callers++;
    try {
      const told = await inTime(lane.send(wish), wish.deadlineAt);
      return told();
    } finally {
      if (--lane.callers === 0) lanes.delete(wish.key);
    }
  };
}

/** Those who read the same. */
interface Lane<T> {
  callers: number;
  send: (wish: SharedRead<T>) => Promise<Told<T>>;
}

// An answer, or a failure to be thrown: a rejection would be taken for a failed batch.
type Told<T> = () => T;

async function readOnce<T>(
  wishes: readonly SharedRead<T>[],
  answer: (told: Told<T>, index: number) => void,
): Promise<void> {
  const told = await toldTo(wishes);
  wishes.forEach((_, index) => answer(told, index));
}

async function toldTo<T>(wishes: readonly SharedRead<T>[]): Promise<Told<T>> {
  try {
    const [first] = wishes;
    const latest = Math.max(...wishes.map((wish) => wish.deadlineAt));
    // Nobody waits for it any more.
    if (first === undefined || latest <= performance.now()) throw expired();
    const value = await first.read(latest);
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
