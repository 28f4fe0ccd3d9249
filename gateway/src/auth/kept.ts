import { singleFlight } from "@tms/kit/batching/single-flight";
import { LRUCache } from "lru-cache";

/** How long and how many answers are kept. */
export interface Keeping {
  /** Infinity for what never changes. */
  forMs: number;
  /** Beyond these the least recently used are dropped. */
  most: number;
}

/**
 * Keeps the answers to a question: it is asked once, however many wait for the answer, and again when
 * the answer has grown old. An answer is as old as its question, so that what changed meanwhile is
 * known in time. Failures are not kept, and neither is undefined: nobody who tries what does not exist
 * pushes out what does.
 */
export function keepAnswers<V extends object>(
  ask: (key: string) => Promise<V | undefined>,
  { forMs, most }: Keeping,
): (key: string) => Promise<V | undefined> {
  const kept = new LRUCache<string, { value: V; askedAt: number }>({ max: most });
  const asking = singleFlight<V | undefined>();

  async function askAnew(key: string): Promise<V | undefined> {
    const askedAt = Date.now();
    const value = await ask(key);
    if (value === undefined) kept.delete(key);
    else kept.set(key, { value, askedAt });
    return value;
  }
  return async (key) => {
    const known = kept.get(key);
    if (known !== undefined && isFresh(known.askedAt, forMs)) return known.value;
    return await asking(key, () => askAnew(key));
  };
}

/** Whether a moment lies less than so long in the past; a clock that was set back makes it none. */
export function isFresh(moment: number, forMs: number): boolean {
  const ageMs = Date.now() - moment;
  return ageMs >= 0 && ageMs < forMs;
}
