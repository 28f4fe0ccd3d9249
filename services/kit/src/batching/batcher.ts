import { DomainError } from "../errors/domain-error.ts";
import { fifoQueue, type Queue } from "./fair-queue.ts";
import { isTransient } from "../errors/transient.ts";
import { activeSpan, inBatch, type Span } from "../tracing/spans.ts";

/** Runs a batch. Answers each item, by index, as soon as its outcome is known. */
export type BatchRun<I, O> = (
  items: readonly I[],
  answer: (outcome: O, index: number) => void,
) => Promise<void>;

export interface BatcherLimits<I> {
  /** The maximum number of items in a batch, or their maximum weight if the queue weighs items. */
  maxBatch: number;
  /**
   * The maximum number of batches in flight, without up to eight stuck batches. Beside another batch, a batch
   * starts only if it is half full or has 128 items, because more but smaller batches would cost more.
   */
  inFlight: number;
  /** The maximum number of waiting items, and twice the maximum of a lane. Further items are OVERLOADED. */
  maxWaiting: number;
  /** Creates the queue that determines the order of items. The default order is the order of arrival. */
  newQueue?: <T extends { item: I }>() => Queue<T>;
}

// A batch that runs longer may wait for a resource that other batches do not need. It no longer delays them.
const PATIENCE_MS = 400;
const MAX_STUCK = 8;
// The size with which a batch starts beside another batch, so that the next service is not idle.
const WORTHWHILE = 128;
// Finds one faulty item among a thousand, and bounds the work if all items are faulty.
const MAX_RUNS = 24;

interface Call<I, O> {
  item: I;
  answered: boolean;
  span: Span | undefined;
  resolve: (out: O) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates a function that processes calls in batches. Calls that arrive during a batch form the next batch.
 * There is no timer: a lone call starts immediately. A batch that fails as a whole runs again in halves, so
 * that one faulty item fails alone, but not after a transient failure.
 */
export function createBatcher<I, O>(run: BatchRun<I, O>, limits: BatcherLimits<I>) {
  const waiting = limits.newQueue?.<Call<I, O>>() ?? fifoQueue<Call<I, O>>();
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
      // Calls of the same turn of the event loop share a batch.
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
  await inBatch(
    batch.map((call) => call.span),
    () => run(items, answer),
  );
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
    // A failed run can still answer items that it started.
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

function isFull<T>(queue: Queue<T>, item: T, most: number): boolean {
  return queue.size >= most || (queue.size >= most / 2 && queue.sizeBeside(item) >= most / 2);
}

const overloaded = () =>
  new DomainError("OVERLOADED", "Too many calls are waiting. Try again later.");
