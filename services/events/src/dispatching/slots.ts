/** How many requests may be under way. */
export interface SlotLimits {
  /** In all. */
  most: number;
  /** How many of these are beyond the first of an endpoint. */
  beyondFirst: number;
}

/** Ends the use of a slot. */
export type Release = () => void;

/** Places for requests that are under way. */
export interface Slots {
  /** Waits until an endpoint, which has fewer than `limit` requests under way, may send another. */
  acquire(endpointId: string, limit: number): Promise<Release>;
}

interface Waiter {
  endpointId: string;
  limit: number;
  granted: PromiseWithResolvers<Release>;
}

/**
 * Shares places among endpoints. Some are kept for endpoints that have none: however many endpoints
 * are slow, another one gets its first request through at once. Those that wait are served in turn.
 */
export function createSlots({ most, beyondFirst }: SlotLimits): Slots {
  const taken = new Map<string, number>();
  let total = 0;
  let waiting: Waiter[] = [];

  const mayTake = ({ endpointId, limit }: Waiter): boolean => {
    const own = taken.get(endpointId) ?? 0;
    if (own >= limit || total >= most) return false;
    return own === 0 || total - taken.size < beyondFirst;
  };

  function take(endpointId: string): Release {
    taken.set(endpointId, (taken.get(endpointId) ?? 0) + 1);
    total++;
    return () => {
      const left = (taken.get(endpointId) ?? 1) - 1;
      if (left === 0) taken.delete(endpointId);
      else taken.set(endpointId, left);
      total--;
      grant();
    };
  }

  function grant(): void {
    const still: Waiter[] = [];
    for (const waiter of waiting)
      if (mayTake(waiter)) waiter.granted.resolve(take(waiter.endpointId));
      else still.push(waiter);
    waiting = still;
  }

  return {
    async acquire(endpointId, limit) {
      const waiter = { endpointId, limit, granted: Promise.withResolvers<Release>() };
      waiting.push(waiter);
      grant();
      return await waiter.granted.promise;
    },
  };
}
