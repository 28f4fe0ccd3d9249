export interface SlotOwner {
  gameId: string;
  endpointId: string;
}

export type Release = () => void;

export type Slots = ReturnType<typeof createSlots>;

interface Waiter extends SlotOwner {
  limit: number;
  granted: PromiseWithResolvers<Release>;
}

/**
 * Creates `count` slots. The first request of an endpoint needs no slot. A game can take a slot only while it
 * holds fewer slots than are free: one game gets half, and two get a third each. Requests that may begin are
 * served in order of arrival.
 */
export function createSlots(count: number) {
  const running = new Map<string, number>();
  const shares = new Map<string, number>();
  let free = count;
  let waiting: Waiter[] = [];

  const mayTake = ({ gameId, endpointId, limit }: Waiter): boolean => {
    const own = running.get(endpointId) ?? 0;
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
    const requests = add(running, endpointId, by);
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
    /** Waits until the endpoint has fewer than `limit` requests and a slot. The result ends the request. */
    async acquire(owner: SlotOwner, limit: number): Promise<Release> {
      const waiter: Waiter = { ...owner, limit, granted: Promise.withResolvers<Release>() };
      waiting.push(waiter);
      grant();
      return await waiter.granted.promise;
    },
  };
}

/**
 * Creates a limiter of calls. Each game can run one call, and all games together can run `shared` more. If
 * `maxWaiting` calls of a game already wait, the next call throws `refusal`.
 */
export function createGameLimiter(
  { shared, maxWaiting }: { shared: number; maxWaiting: number },
  refusal: () => Error,
) {
  const slots = createSlots(shared);
  const waiting = new Map<string, number>();
  return async <T>(gameId: string, work: () => Promise<T>): Promise<T> => {
    if ((waiting.get(gameId) ?? 0) >= maxWaiting) throw refusal();
    add(waiting, gameId, 1);
    const release = await slots.acquire({ gameId, endpointId: gameId }, Infinity);
    add(waiting, gameId, -1);
    try {
      return await work();
    } finally {
      release();
    }
  };
}

function add(counts: Map<string, number>, key: string, by: number): number {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
  return count;
}
