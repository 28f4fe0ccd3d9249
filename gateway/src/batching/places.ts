/** How many places there are. */
export interface PlaceLimits {
  perCaller: number;
  perReplica: number;
}

/**
 * Counts who keeps a request open. The function takes a place for a caller and returns the one that
 * gives it back; it throws what `refusal` makes where no place is free.
 */
export function createPlaces(most: PlaceLimits, refusal: () => Error) {
  const countOf = new Map<string, number>();
  let total = 0;

  function leave(caller: string): void {
    const left = (countOf.get(caller) ?? 0) - 1;
    if (left > 0) countOf.set(caller, left);
    else countOf.delete(caller);
    total -= 1;
  }

  return (caller: string): (() => void) => {
    const count = countOf.get(caller) ?? 0;
    if (count >= most.perCaller || total >= most.perReplica) throw refusal();
    countOf.set(caller, count + 1);
    total += 1;
    return () => leave(caller);
  };
}
