/** Items waiting for their turn. */
export interface Queue<T> {
  readonly size: number;
  push(item: T): void;
  /** Removes and returns the next items, at most so many. */
  take(most: number): T[];
  /** How many wait in the lane an item belongs to. */
  sizeBeside(item: T): number;
}

/** First come, first served. */
export function fifoQueue<T>(): Queue<T> {
  const items: T[] = [];
  return {
    get size() {
      return items.length;
    },
    push: (item) => void items.push(item),
    take: (most) => items.splice(0, most),
    // With one lane there is nothing to share.
    sizeBeside: () => 0,
  };
}

/**
 * Serves lanes in turn, so that a busy lane cannot delay the others by more than its share. Each
 * lane orders its items by a queue of its own.
 */
export function fairQueue<T>(
  laneOf: (item: T) => string,
  newLane: () => Queue<T> = fifoQueue,
): Queue<T> {
  const lanes = new Map<string, Queue<T>>();
  let size = 0;

  function serve(name: string, lane: Queue<T>, most: number): T[] {
    const taken = lane.take(most);
    // A lane that was served goes to the end of the line.
    lanes.delete(name);
    if (lane.size > 0) lanes.set(name, lane);
    return taken;
  }

  return {
    get size() {
      return size;
    },
    push(item) {
      const name = laneOf(item);
      const lane = lanes.get(name) ?? newLane();
      lanes.set(name, lane);
      lane.push(item);
      size++;
    },
    take(most) {
      const taken: T[] = [];
      while (taken.length < most && lanes.size > 0) {
        const share = Math.max(1, Math.floor((most - taken.length) / lanes.size));
        for (const [name, lane] of [...lanes].slice(0, most - taken.length))
          taken.push(...serve(name, lane, share));
      }
      size -= taken.length;
      return taken;
    },
    sizeBeside: (item) => lanes.get(laneOf(item))?.size ?? 0,
  };
}
