import { LRUCache } from "lru-cache";
import { singleFlight } from "./shared-calls.ts";
import type { Limited } from "./limiter.ts";

export interface Keeping<Q> {
  /** Returns the name of a question. Questions with the same name have the same answer. */
  nameOf: (question: Q) => string;
  /** The milliseconds for which an answer is used, from the start of its request. Can be Infinity. */
  forMs: number;
  /** The maximum number of answers in the cache. The least recently used answer is dropped first. */
  max: number;
  limited?: Limited;
  /** Returns the name of the share of `limited` to which a question belongs. */
  shareOf?: (question: Q) => string;
}

/**
 * Returns a function that caches answers for `forMs` from the start of their requests. Concurrent callers
 * with the same question share one request. Failures and undefined are not cached.
 */
export function keepAnswers<Q, A extends object | undefined>(
  ask: (question: Q) => Promise<A>,
  { nameOf, forMs, max, limited = (work) => work(), shareOf }: Keeping<Q>,
): (question: Q) => Promise<A> {
  const kept = new LRUCache<string, { answer: A; askedAt: number }>({ max });
  const asking = singleFlight<A>();

  async function askAnew(name: string, question: Q): Promise<A> {
    const askedAt = performance.now();
    const answer = await ask(question);
    if (answer === undefined) kept.delete(name);
    else kept.set(name, { answer, askedAt });
    return answer;
  }
  return async (question) => {
    const name = nameOf(question);
    const known = kept.get(name);
    if (known !== undefined && isFresh(known.askedAt, forMs)) return known.answer;
    return await asking(name, () => limited(() => askAnew(name, question), shareOf?.(question)));
  };
}

export const isFresh = (moment: number, forMs: number): boolean =>
  performance.now() - moment < forMs;
