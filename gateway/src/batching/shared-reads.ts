import { createBatcher } from "@tms/kit/batching/batcher";
import { createExpiry, expired } from "./timed-batches.ts";

interface SharedRead<T> {
  /** Identifies the game and the data. Reads with equal keys must have equal results. */
  key: string;
  /** The end of the wait, on the clock of performance.now(). */
  deadlineAt: number;
  /** Reads the data. `deadlineAt` is the latest deadline of the callers that share the read. */
  read: (deadlineAt: number) => Promise<T>;
}

// A caller that arrives during a read waits for the next read. The next read starts when the first read ends,
// or after 400 ms.
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

// A function that returns the result of a read, or throws its failure. A failed read is therefore not a
// failed batch, which the batcher might repeat.
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
    // All callers have given up.
    if (first === undefined || latest <= performance.now()) throw expired();
    const value = await first.read(latest);
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
