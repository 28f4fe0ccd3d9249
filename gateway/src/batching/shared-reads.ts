import { createBatcher } from "@tms/kit/batching/batcher";
import { createExpiry, expired } from "./expiry.ts";

/** A request to read something, and how long its caller waits. */
export interface SharedRead<T> {
  /** Names the game and what is read: equal keys must mean equal answers. */
  key: string;
  /** On the clock of performance.now(). */
  deadlineAt: number;
  /** Gets the latest deadline of all callers who wait for the answer. */
  read: (deadlineAt: number) => Promise<T>;
}

// A caller who comes while a read is under way waits for the next read. The batcher starts that read
// early when the first is stuck.
const LIMITS = { maxBatch: 8_192, inFlight: 1, maxWaiting: 8_192 };

/**
 * Reads once what several callers want to read at the same time. The answer is never older than the
 * question: a read that began before a caller came does not answer that caller. All callers of a read
 * get its answer, or its failure, and each waits only until its own deadline.
 */
export function createSharedReads<T>() {
  const lanes = new Map<string, Lane<T>>();
  const inTime = createExpiry();

  function laneOf(key: string): Lane<T> {
    const lane = lanes.get(key) ?? {
      callers: 0,
      send: createBatcher<SharedRead<T>, Reading<T>>(readOnce, LIMITS),
    };
    lanes.set(key, lane);
    return lane;
  }

  return async (call: SharedRead<T>): Promise<T> => {
    const lane = laneOf(call.key);
    lane.callers++;
    try {
      const reading = await inTime(lane.send(call), call.deadlineAt);
      return reading();
    } finally {
      if (--lane.callers === 0) lanes.delete(call.key);
    }
  };
}

/** The callers of one key. */
interface Lane<T> {
  callers: number;
  send: (call: SharedRead<T>) => Promise<Reading<T>>;
}

// Returns the answer or throws the failure. A rejection would count as a failed batch.
type Reading<T> = () => T;

async function readOnce<T>(
  calls: readonly SharedRead<T>[],
  answer: (reading: Reading<T>, index: number) => void,
): Promise<void> {
  const reading = await readingFor(calls);
  calls.forEach((_, index) => answer(reading, index));
}

async function readingFor<T>(calls: readonly SharedRead<T>[]): Promise<Reading<T>> {
  try {
    const [first] = calls;
    const latest = Math.max(...calls.map((call) => call.deadlineAt));
    // Nobody waits any longer.
    if (first === undefined || latest <= performance.now()) throw expired();
    const value = await first.read(latest);
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
