interface SampleLimits {
  successes: number;
  failures: number;
}

/**
 * Creates a sample of the requests since the last `take`. Beyond the limits, each environment has an equal
 * share, in which each request has the same chance to be kept.
 */
export function createSample<T>({ successes, failures }: SampleLimits) {
  let leftOut = new Map<string, number>();
  const leaveOut = (gameId: string) => void leftOut.set(gameId, (leftOut.get(gameId) ?? 0) + 1);
  const succeeded = createShares<T>(successes, leaveOut);
  const failed = createShares<T>(failures, leaveOut);

  return {
    /** Offers a request. Calls `make` only if the request is kept. */
    offer: (gameId: string, isSuccess: boolean, make: () => T): void =>
      (isSuccess ? succeeded : failed).offer(gameId, make),

    take(): { kept: T[]; leftOut: Map<string, number> } {
      const taken = { kept: [...succeeded.take(), ...failed.take()], leftOut };
      leftOut = new Map();
      return taken;
    },
  };
}

interface Share<T> {
  kept: T[];
  offered: number;
}

function createShares<T>(max: number, leaveOut: (gameId: string) => void) {
  let shares = new Map<string, Share<T>>();
  let total = 0;

  /** Removes a random item of the game with the most items. Another game needs the room for its share. */
  function makeRoom(): void {
    const [gameId, largest] = [...shares].reduce((one, other) =>
      other[1].kept.length > one[1].kept.length ? other : one,
    );
    largest.kept.splice(randomBelow(largest.kept.length), 1);
    total--;
    leaveOut(gameId);
  }

  return {
    offer(gameId: string, make: () => T): void {
      const share = shares.get(gameId) ?? { kept: [], offered: 0 };
      shares.set(gameId, share);
      share.offered++;
      if (total >= max && (share.kept.length + 1) * shares.size > max) {
        leaveOut(gameId);
        const slot = randomBelow(share.offered);
        if (slot < share.kept.length) share.kept[slot] = make();
        return;
      }
      if (total >= max) makeRoom();
      share.kept.push(make());
      total++;
    },
    take(): T[] {
      const kept = [...shares.values()].flatMap((share) => share.kept);
      shares = new Map();
      total = 0;
      return kept;
    },
  };
}

const randomBelow = (limit: number): number => Math.floor(Math.random() * limit);
