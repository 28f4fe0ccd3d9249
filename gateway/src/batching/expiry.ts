import { DomainError } from "@tms/kit/errors/domain-error";

/** An answer that somebody waits for until a moment on the clock of performance.now(). */
interface Waiting {
  deadlineAt: number;
  reject: (error: unknown) => void;
}

// How early the last answer may be given up. A timer of its own for each would cost more than
// looking through all of them four times a second.
const LOOK_EVERY_MS = 250;

/** Bounds how long answers are waited for, all by one timer, which runs only while any are. */
export function createExpiry() {
  const waiting = new Set<Waiting>();
  let looking = false;

  function look(): void {
    // What would be late at the next look is given up now, so that nobody waits too long.
    const lastCall = performance.now() + LOOK_EVERY_MS;
    for (const one of waiting) {
      if (one.deadlineAt >= lastCall) continue;
      waiting.delete(one);
      one.reject(expired());
    }
    looking = waiting.size > 0;
    if (looking) setTimeout(look, LOOK_EVERY_MS).unref();
  }

  /** Passes an answer on, or throws DEADLINE_EXCEEDED when it does not come in time. */
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

/** What is thrown to a caller that waited too long. */
export const expired = () => new DomainError("DEADLINE_EXCEEDED", "The request waited too long.");
