import { DomainError } from "@tms/kit/errors/domain-error";

/** A caller that waits for a result until a deadline on the clock of performance.now(). */
interface Waiting {
  deadlineAt: number;
  reject: (error: unknown) => void;
}

// A caller is rejected up to this long before its deadline. A timer for each caller would cost more than a
// check of all callers four times a second.
const LOOK_EVERY_MS = 250;

/**
 * Creates a function that limits how long callers wait. One timer serves all callers and runs only while some
 * wait.
 */
export function createExpiry() {
  const waiting = new Set<Waiting>();
  let looking = false;

  function look(): void {
    // Rejects callers whose deadline is before the next check, so that no caller waits past its deadline.
    const lastCall = performance.now() + LOOK_EVERY_MS;
    for (const one of waiting) {
      if (one.deadlineAt >= lastCall) continue;
      waiting.delete(one);
      one.reject(expired());
    }
    looking = waiting.size > 0;
    if (looking) setTimeout(look, LOOK_EVERY_MS).unref();
  }

  /**
   * Returns the result of `answer`. Throws DEADLINE_EXCEEDED if there is no result shortly before the
   * deadline.
   */
  return <T>(answer: Promise<T>, deadlineAt: number): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const one = { deadlineAt, reject };
      waiting.add(one);
      const came = () => void waiting.delete(one);
      answer.then(
        (value) => (came(), resolve(value)),
        (error: unknown) => (came(), reject(error)),
      );
      if (looking) return;
      looking = true;
      setTimeout(look, LOOK_EVERY_MS).unref();
    });
}

export const expired = () => new DomainError("DEADLINE_EXCEEDED", "The request waited too long.");
