/** Runs a task for each item, at most `width` at a time; rejects with the first failure. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const workers = Array.from({ length: width }, async () => {
    for (const item of queue) await task(item);
  });
  await Promise.all(workers);
}
