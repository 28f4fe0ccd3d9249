import { newId } from "@tms/kit/values/ids";
import type { Logger } from "@tms/kit/process/log";
import { startLoop, type Loop } from "@tms/kit/process/loop";
import { endLeases, leaseDue, type LeasedEndpoint } from "../db/dispatches.ts";
import { createSlots } from "./slots.ts";
import { takeTurn, type TurnContext } from "./turn.ts";

/** Sends events to endpoints. */
export interface Dispatcher {
  /** Looks for something to send now rather than within a second. */
  wake(): void;
  /** Begins what is due now, and waits until it is done; for tests. */
  runOnce(): Promise<void>;
  /** Sends in the background until stopped; what is under way then is sent again by another worker. */
  start(): { stop(): Promise<void> };
}

interface DispatchContext extends TurnContext {
  log: Logger;
}

const EVERY_MS = 1_000;
const SLOTS = { most: 256, beyondFirst: 128 };
// Each may send one request whatever the others do.
const MOST_TURNS = SLOTS.most - SLOTS.beyondFirst;

/**
 * Creates a process's dispatcher. What is due stands in Postgres, and is looked for each second and
 * whenever this process has taken events in: there is no queue that could lose anything.
 */
export function createDispatcher(context: DispatchContext): Dispatcher {
  const worker = newId();
  const slots = createSlots(SLOTS);
  const turns = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let loop: Loop | undefined;

  function begin(leased: LeasedEndpoint): void {
    const { endpointId } = leased;
    const turn = takeTurn({ ...context, slots, worker }, leased, stopping.signal)
      .catch((error: unknown) => {
        // Its lease runs out, and it has its turn again: a pause for whatever is wrong.
        context.log.warn({ err: error, endpoint: endpointId }, "an endpoint's turn failed");
      })
      .finally(() => {
        turns.delete(endpointId);
        loop?.wake();
      });
    turns.set(endpointId, turn);
  }

  async function sweep(): Promise<boolean> {
    const room = MOST_TURNS - turns.size;
    if (room <= 0) return false;
    for (const leased of await leaseDue(context.db, worker, room)) begin(leased);
    return false;
  }

  return {
    wake: () => loop?.wake(),
    async runOnce() {
      await sweep();
      await Promise.all(turns.values());
    },
    start() {
      const running = startLoop("webhooks", EVERY_MS, sweep, context.log);
      loop = running;
      return {
        async stop() {
          await running.stop();
          stopping.abort(new Error("the process stops"));
          await Promise.all(turns.values());
          // What a turn that failed has leased: another worker need not wait until it runs out.
          await endLeases(context.db, worker);
        },
      };
    },
  };
}
