/** Creates a function that shares one call of `ask` among simultaneous calls with the same key. */
export function singleFlight<T>(): (key: string, ask: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, ask) =>
    underWay.getOrInsertComputed(key, () => ask().finally(() => underWay.delete(key)));
}

/** Returns a function that calls `make` once and keeps the result. After a failure, it calls `make` again. */
export function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
