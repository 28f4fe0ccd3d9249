/** An endpoint, and the game whose share its requests count towards. */
export interface SlotOwner {
  gameId: string;
  endpointId: string;
}

/** Ends the use of a slot. */
export type Release = () => void;

/** Slots for requests that are under way. */
export interface Slots {
  /** Waits until an endpoint that has fewer than `limit` requests under way may send another. */
  acquire(owner: SlotOwner, limit: number): Promise<Release>;
}

interface Waiter extends SlotOwner {
  limit: number;
  granted: PromiseWithResolvers<Release>;
}

/**
 * Shares slots among games. The first request of an endpoint needs none. A game may use at most as many
 * slots as it leaves free: one game gets half of them, two get a third each, and another always finds
 * some. Requests that wait are served in the order of asking.
 */
export function createSlots(count: number): Slots {
  const underWay = new Map<string, number>();
  const shares = new Map<string, number>();
  let free = count;
  let waiting: Waiter[] = [];

  const mayTake = ({ gameId, endpointId, limit }: Waiter): boolean => {
    const own = underWay.get(endpointId) ?? 0;
    return own < limit && (own === 0 || (shares.get(gameId) ?? 0) < free);
  };

  function take({ gameId, endpointId }: SlotOwner): Release {
    change(gameId, endpointId, 1);
    return () => {
      change(gameId, endpointId, -1);
      grant();
    };
  }

  function change(gameId: string, endpointId: string, by: 1 | -1): void {
    const requests = add(underWay, endpointId, by);
    const isBeyondFirst = by === 1 ? requests > 1 : requests > 0;
    if (!isBeyondFirst) return;
    add(shares, gameId, by);
    free -= by;
  }

  function grant(): void {
    const still: Waiter[] = [];
    for (const waiter of waiting)
      if (mayTake(waiter)) waiter.granted.resolve(take(waiter));
      else still.push(waiter);
    waiting = still;
  }

  return {
    async acquire(owner, limit) {
      const waiter = { ...owner, limit, granted: Promise.withResolvers<Release>() };
      waiting.push(waiter);
      grant();
      return await waiter.granted.promise;
    },
  };
}

function add(counts: Map<string, number>, key: string, by: number): number {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
  return count;
}
