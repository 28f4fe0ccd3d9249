/**
 * Makes something when it is first asked for, and keeps it. What could not be made is made anew
 * for whoever asks next.
 */
export function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
