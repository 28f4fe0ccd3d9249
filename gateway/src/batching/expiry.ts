import { DomainError } from "@tms/kit/errors/domain-error";

/** A caller that waits for an answer until a deadline on the clock of performance.now(). */
interface Waiting {
  deadlineAt: number;
  reject: (error: unknown) => void;
}

// A caller may be given up this much too early. A timer per caller would cost more than a look at
// all callers four times a second.
const LOOK_EVERY_MS = 250;

/** Limits how long callers wait for answers, with one timer for all, which runs while any wait. */
export function createExpiry() {
  const waiting = new Set<Waiting>();
  let looking = false;

  function look(): void {
    // Callers that would be late at the next look are given up now, so that none waits too long.
    const lastCall = performance.now() + LOOK_EVERY_MS;
    for (const one of waiting) {
      if (one.deadlineAt >= lastCall) continue;
      waiting.delete(one);
      one.reject(expired());
    }
    looking = waiting.size > 0;
    if (looking) setTimeout(look, LOOK_EVERY_MS).unref();
  }

  /** Returns an answer, or throws DEADLINE_EXCEEDED when it does not come in time. */
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
