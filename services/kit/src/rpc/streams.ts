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

/** Yields the values of promises in groups, as soon as they are available. Throws the first rejection. */
export async function* settledInGroups<T>(promises: readonly Promise<T>[]): AsyncGenerator<T[]> {
  let known: T[] = [];
  let failure: { error: unknown } | undefined;
  let wake = Promise.withResolvers<void>();
  const collect = async (promise: Promise<T>) => {
    try {
      const value = await promise;
      // `known` is read after the wait, because the loop below may have replaced it during the wait.
      known.push(value);
    } catch (error) {
      failure ??= { error };
    }
    wake.resolve();
  };
  promises.forEach((promise) => void collect(promise));
  let left = promises.length;
  while (left > 0) {
    await wake.promise;
    if (failure) throw failure.error;
    const group = known;
    known = [];
    wake = Promise.withResolvers<void>();
    left -= group.length;
    yield group;
  }
}

/** Divides items, in order, into parts of at most the weight `max`. A heavier item is a separate part. */
export function inParts<T>(items: readonly T[], weightOf: (item: T) => number, max: number) {
  const parts: T[][] = [];
  let room = 0;
  for (const item of items) {
    const weight = weightOf(item);
    const part = parts.at(-1);
    if (part === undefined || weight > room) {
      parts.push([item]);
      room = max - weight;
    } else {
      part.push(item);
      room -= weight;
    }
  }
  return parts;
}
