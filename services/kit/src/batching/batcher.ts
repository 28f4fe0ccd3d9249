import { DomainError } from "../errors/domain-error.ts";
import { laneQueue, type Queue } from "./fair-queue.ts";
import { isTransient } from "../errors/transient.ts";
import { activeSpan, inBatch, type Span } from "../tracing/spans.ts";

/** A function that runs a batch. Calls `answer` for each item, by index, as soon as its outcome is known. */
export type BatchRun<I, O> = (
  items: readonly I[],
  answer: (outcome: O, index: number) => void,
) => Promise<void>;

export interface BatcherLimits<I> {
  /** The maximum number of items in a batch, or their maximum weight. A heavier item runs alone. */
  maxBatch: number;
  /**
   * The maximum number of running batches. Up to eight that have run for 400 ms do not count. While a batch
   * runs, another starts only if it is half full or has 128 items, because many small batches cost more.
   */
  inFlight: number;
  /** The maximum weight of waiting items. A lane can have half of it. Further items fail with OVERLOADED. */
  maxWaiting: number;
  /** The lanes of an item, outermost first, such as its game and its tournament. Lanes are served in turn. */
  lanes?: readonly ((item: I) => string)[];
  /** Returns the weight of an item, such as the number of its rows; 1 by default. */
  weightOf?: (item: I) => number;
}

// A batch that runs longer counts as stuck: it may wait for a resource that other batches do not need. A
// stuck batch does not delay other batches.
const PATIENCE_MS = 400;
const MAX_STUCK = 8;
// While a batch runs, another batch starts with this many items, so that the called service is not idle.
const WORTHWHILE = 128;
// No batch is divided after this many runs, which are enough to find one faulty item among a thousand.
const MAX_RUNS = 24;

interface Call<I, O> {
  item: I;
  answered: boolean;
  span: Span | undefined;
  resolve: (out: O) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates a function that processes calls in batches. If no batch is running, a call starts immediately.
 * Calls that arrive during a batch form the next batch. If `run` throws, the unanswered calls run again in
 * halves, so that a faulty item fails alone. After a transient error, all unanswered calls fail.
 */
export function createBatcher<I, O>(run: BatchRun<I, O>, limits: BatcherLimits<I>) {
  const { lanes = [], weightOf } = limits;
  const waiting = laneQueue<Call<I, O>>(
    lanes.map((laneOf) => (call) => laneOf(call.item)),
    weightOf && ((call) => weightOf(call.item)),
  );
  const worthwhile = Math.min(limits.maxBatch / 2, WORTHWHILE);
  let underWay = 0;
  let stuck = 0;
  let starting = false;

  async function runNext(): Promise<void> {
    const batch = waiting.take(limits.maxBatch);
    let isStuck = false;
    const patience = setTimeout(() => {
      isStuck = true;
      stuck++;
      startBatches();
    }, PATIENCE_MS);
    underWay++;
    try {
      await runOnce(run, batch);
    } catch (error) {
      await runHalves(run, batch, error, { runs: MAX_RUNS });
    } finally {
      clearTimeout(patience);
      if (isStuck) stuck--;
      underWay--;
      startBatches();
    }
  }

  function mayStart(): boolean {
    const inTheWay = underWay - Math.min(stuck, MAX_STUCK);
    if (waiting.size === 0 || inTheWay >= limits.inFlight) return false;
    return inTheWay === 0 || waiting.size >= worthwhile;
  }

  function startBatches(): void {
    starting = false;
    while (mayStart()) void runNext();
  }

  return (item: I): Promise<O> =>
    new Promise<O>((resolve, reject) => {
      const call = { item, answered: false, span: activeSpan(), resolve, reject };
      if (isFull(waiting, call, limits.maxWaiting)) return reject(overloaded());
      waiting.push(call);
      // Starts in a microtask, so that calls that are made together share a batch.
      if (starting || !mayStart()) return;
      starting = true;
      queueMicrotask(startBatches);
    });
}

async function runOnce<I, O>(run: BatchRun<I, O>, batch: readonly Call<I, O>[]): Promise<void> {
  const items = batch.map((call) => call.item);
  const answer = (outcome: O, index: number) => {
    const call = batch[index];
    if (call === undefined) throw new Error("a batch returned an outcome for an unknown call");
    call.answered = true;
    call.resolve(outcome);
  };
  const spans = batch.map((call) => call.span);
  await inBatch(spans, () => run(items, answer));
  for (const call of batch)
    if (!call.answered) call.reject(new Error("the batch returned too few outcomes"));
}

/** Settles each call of a failed batch by running its halves. Never rejects. */
async function runHalves<I, O>(
  run: BatchRun<I, O>,
  failed: readonly Call<I, O>[],
  error: unknown,
  left: { runs: number },
): Promise<void> {
  const batch = unanswered(failed);
  if (batch.length <= 1 || left.runs <= 0 || isTransient(error))
    return batch.forEach((call) => call.reject(error));
  const middle = Math.ceil(batch.length / 2);
  for (const part of [batch.slice(0, middle), batch.slice(middle)]) {
    // While the first half runs, the failed run can still answer items of the second half.
    const half = unanswered(part);
    if (half.length === 0) continue;
    left.runs--;
    try {
      await runOnce(run, half);
    } catch (failure) {
      await runHalves(run, half, failure, left);
    }
  }
}

const unanswered = <I, O>(calls: readonly Call<I, O>[]) => calls.filter((call) => !call.answered);

function isFull<T>(queue: Queue<T>, item: T, max: number): boolean {
  return queue.size >= max || (queue.size >= max / 2 && queue.sizeBeside(item) >= max / 2);
}

const overloaded = () =>
  new DomainError("OVERLOADED", "Too many calls are waiting. Try again later.");
