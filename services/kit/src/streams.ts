/** The same messages; the error that ends them, if one does, is replaced. */
export async function* mapFailure<T>(
  messages: AsyncIterable<T>,
  replace: (error: unknown) => Error,
): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    throw replace(error);
  }
}

/**
 * The values of promises as they come, those that come together as one group. Rejects with the
 * first that rejects.
 */
export async function* inGroups<T>(promises: readonly Promise<T>[]): AsyncGenerator<T[]> {
  let known: T[] = [];
  let wake = Promise.withResolvers<void>();
  for (const promise of promises)
    promise.then((value) => {
      known.push(value);
      wake.resolve();
    }, wake.reject);
  let left = promises.length;
  while (left > 0) {
    await wake.promise;
    const group = known;
    known = [];
    wake = Promise.withResolvers<void>();
    left -= group.length;
    yield group;
  }
}
