/** A queue of weighted items. A weight is, for example, a number of rows. `size` is the total weight. */
export interface Queue<T> {
  readonly size: number;
  push(item: T): void;
  /** Removes the next items, up to the weight `max`. If `atLeastOne` (default), the first can be heavier. */
  take(max: number, atLeastOne?: boolean): T[];
  /** Returns the weight that waits in the lane of `item`, or 0 if the queue has only one lane. */
  sizeBeside(item: T): number;
}

export function fifoQueue<T>(weightOf: (item: T) => number = () => 1): Queue<T> {
  const items: T[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    push(item) {
      items.push(item);
      size += weightOf(item);
    },
    take(max, atLeastOne = true) {
      let [count, weight] = [0, 0];
      for (const item of items) {
        const next = weight + weightOf(item);
        if (next > max && !(atLeastOne && count === 0)) break;
        weight = next;
        count++;
        if (weight >= max) break;
      }
      size -= weight;
      return items.splice(0, count);
    },
    // A queue with one lane has no other lanes to protect, so its lane has no limit of its own.
    sizeBeside: () => 0,
  };
}

/** Creates a queue with lanes within lanes. Without lanes, the queue serves items in the order of arrival. */
export const laneQueue = <T>(
  [laneOf, ...inner]: readonly ((item: T) => string)[],
  weightOf?: (item: T) => number,
): Queue<T> => (laneOf ? fairQueue(laneOf, () => laneQueue(inner, weightOf)) : fifoQueue(weightOf));

/** Creates a queue that serves its lanes in turn, so that a lane with many items cannot block other lanes. */
export function fairQueue<T>(
  laneOf: (item: T) => string,
  newLane: () => Queue<T> = fifoQueue,
): Queue<T> {
  const lanes = new Map<string, Queue<T>>();
  let size = 0;

  function serve(name: string, lane: Queue<T>, max: number, atLeastOne: boolean): T[] {
    const before = lane.size;
    const taken = lane.take(max, atLeastOne);
    if (taken.length === 0) return taken;
    size -= before - lane.size;
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
      const lane = lanes.getOrInsertComputed(name, () => newLane());
      const before = lane.size;
      lane.push(item);
      size += lane.size - before;
    },
    take(max, atLeastOne = true) {
      const taken: T[] = [];
      const target = size - max;
      // Doubles while the next item of each lane is heavier than a share, because the batch would stay empty.
      let growth = 1;
      while (size > target && lanes.size > 0) {
        const left = size - target;
        const share = Math.min(left, Math.max(1, Math.floor((left * growth) / lanes.size)));
        let isStuck = true;
        // Iterates over a copy, because `serve` moves the lane to the end of `lanes`.
        for (const [name, lane] of Array.from(lanes)) {
          if (size <= target) break;
          const room = Math.min(share, size - target);
          const served = serve(name, lane, room, atLeastOne && taken.length === 0);
          if (served.length > 0) isStuck = false;
          taken.push(...served);
        }
        if (isStuck && share >= left) break;
        growth = isStuck ? growth * 2 : 1;
      }
      return taken;
    },
    sizeBeside: (item) => lanes.get(laneOf(item))?.size ?? 0,
  };
}
