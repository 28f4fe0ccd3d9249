import { createBatcher } from "@tms/kit/batching/batcher";
import { expired, inTime } from "./batches.ts";

interface SharedRead<T> {
  /** Identifies the game and the data. Reads with equal keys must have equal results. */
  key: string;
  /** The end of the wait, on the clock of performance.now(). */
  deadlineAt: number;
  /** Reads the data. `deadlineAt` is the latest deadline of the callers that share the read. */
  read: (deadlineAt: number) => Promise<T>;
}

// A new caller waits for the next read, which starts when the current read ends or has run for 400 ms.
const LIMITS = { maxBatch: 8_192, inFlight: 1, maxWaiting: 8_192 };

/**
 * Creates a function that shares one read among concurrent callers. A caller never gets the result of a read
 * that began before its call, and waits only until its own deadline.
 */
export function createSharedReads<T>() {
  const createLane = () => ({
    callers: 0,
    send: createBatcher<SharedRead<T>, Promise<T>>(readOnce, LIMITS),
  });
  const lanes = new Map<string, ReturnType<typeof createLane>>();

  return async (call: SharedRead<T>): Promise<T> => {
    const lane = lanes.get(call.key) ?? createLane();
    lanes.set(call.key, lane);
    lane.callers++;
    try {
      return await inTime(lane.send(call), call.deadlineAt);
    } finally {
      if (--lane.callers === 0) lanes.delete(call.key);
    }
  };
}

/** Answers all calls with the promise of one read, so that the batcher does not repeat a failed read. */
async function readOnce<T>(
  calls: readonly SharedRead<T>[],
  answer: (reading: Promise<T>, index: number) => void,
): Promise<void> {
  const [first] = calls;
  const latest = Math.max(...calls.map((call) => call.deadlineAt));
  // Nothing is read if all callers have already given up.
  const reading =
    first !== undefined && performance.now() < latest
      ? first.read(latest)
      : Promise.reject(expired());
  await Promise.allSettled([reading]);
  calls.forEach((_, index) => answer(reading, index));
}
