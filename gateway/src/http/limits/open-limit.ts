/** How much may be open at once. */
export interface OpenLimits {
  perCaller: number;
  /** No limit of its own without it. */
  perReplica?: number;
}

/** Limits what each caller, and all of them together, have open at a time: requests or connections. */
export function createOpenLimit({ perCaller, perReplica = Infinity }: OpenLimits) {
  const openOf = new Map<string, number>();
  let total = 0;

  function close(caller: string): void {
    const left = (openOf.get(caller) ?? 0) - 1;
    if (left > 0) openOf.set(caller, left);
    else openOf.delete(caller);
    total -= 1;
  }

  /** Opens one and returns the function that closes it; undefined when there is no room for it. */
  return (caller: string): (() => void) | undefined => {
    const open = openOf.get(caller) ?? 0;
    if (open >= perCaller || total >= perReplica) return undefined;
    openOf.set(caller, open + 1);
    total += 1;
    return () => close(caller);
  };
}
