import { inParallel } from "@tms/kit/batching/in-parallel";

/** Makes something of each item, at most `width` at a time; keeps their order. */
export async function mapInParallel<T, R>(
  items: readonly T[],
  width: number,
  make: (item: T) => Promise<R>,
): Promise<R[]> {
  const made: R[] = [];
  await inParallel([...items.entries()], width, async ([index, item]) => {
    made[index] = await make(item);
  });
  return made;
}
