import { createBatcher } from "@tms/kit/batching/batcher";
import { createExpiry, expired } from "./timed-batches.ts";

interface SharedRead<T> {
  /** Identifies the game and the data. Reads with equal keys must have equal results. */
  key: string;
  /** On the clock of performance.now(). */
  deadlineAt: number;
  /** Reads the data, with the latest deadline of all callers that wait for it. */
  read: (deadlineAt: number) => Promise<T>;
}

// A caller that arrives during a read waits for the next read. If the first read is stuck, the batcher starts
// the next read early.
const LIMITS = { maxBatch: 8_192, inFlight: 1, maxWaiting: 8_192 };

/**
 * Creates a function that shares one read among concurrent callers. A caller never gets the result of a read
 * that began before its call, and waits only until its own deadline.
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

interface Lane<T> {
  callers: number;
  send: (call: SharedRead<T>) => Promise<Reading<T>>;
}

// A function that returns the result of a read, or throws its failure. The batcher therefore does not count a
// failed read as a failed batch.
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
    // No caller waits any longer.
    if (first === undefined || latest <= performance.now()) throw expired();
    const value = await first.read(latest);
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
