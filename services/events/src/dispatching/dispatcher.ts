import { setTimeout as delay } from "node:timers/promises";
import { createLimiter } from "@tms/kit/batching/limiter";
import { newId } from "@tms/kit/values/ids";
import type { Logger } from "@tms/kit/process/log";
import { startLoop, type Loop } from "@tms/kit/process/loop";
import { endLeases, leaseDue, type LeasedEndpoint } from "../db/dispatches.ts";
import { createLanes } from "./lanes.ts";
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
// Many turns end at almost the same time. One look serves all of them.
const GAP_MS = 50;
const SLOTS = 128;
// Many requests reach their time limit together. Storing them all at once would delay everything else.
const PATIENT_STORES = { atOnce: 2, mostWaiting: Infinity };

/**
 * Creates a process's dispatcher. What is due stands in Postgres, and is looked for each second and
 * whenever this process has taken events in: there is no queue that could lose anything.
 */
export function createDispatcher(context: DispatchContext): Dispatcher {
  const worker = newId();
  const slots = createSlots(SLOTS);
  const lanes = createLanes();
  const storePatiently = createLimiter(
    PATIENT_STORES,
    () => new Error("the limiter rejected a call"),
  );
  const stopping = new AbortController();
  let loop: Loop | undefined;

  function begin(leased: LeasedEndpoint): void {
    const lane = { isQuick: leased.isQuick };
    const turn = {
      leased,
      onWaiting: () => {
        if (!lane.isQuick) return;
        lane.isQuick = false;
        // The quick lane has room now.
        loop?.wake();
      },
      store: (step: () => Promise<void>) =>
        lane.isQuick || stopping.signal.aborted ? step() : storePatiently(step),
    };
    const done = takeTurn({ ...context, slots, worker }, turn, stopping.signal).catch(
      (error: unknown) => {
        // Its lease runs out, and it has its turn again: a pause for whatever is wrong.
        context.log.warn(
          { err: error, endpoint: leased.endpointId },
          "sending events to an endpoint was interrupted and will be retried",
        );
      },
    );
    lanes.enter(lane, done);
    void done.finally(() => loop?.wake());
  }

  async function sweep(): Promise<void> {
    const room = lanes.room();
    if (room.quick + room.patient === 0) return;
    const leased = await leaseDue(context.db, worker, room);
    leased.forEach(begin);
  }

  async function look(): Promise<boolean> {
    await sweep();
    await delay(GAP_MS);
    return false;
  }

  return {
    wake: () => loop?.wake(),
    async runOnce() {
      await sweep();
      await lanes.finish();
    },
    start() {
      const running = startLoop("webhooks", EVERY_MS, look, context.log);
      loop = running;
      return {
        async stop() {
          await running.stop();
          stopping.abort(new Error("the process stops"));
          await lanes.finish();
          // What a turn that failed has leased: another worker need not wait until it runs out.
          await endLeases(context.db, worker);
        },
      };
    },
  };
}
