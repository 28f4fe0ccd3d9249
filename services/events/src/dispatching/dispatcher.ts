import { setTimeout as delay } from "node:timers/promises";
import { createLimiter } from "@tms/kit/batching/limiter";
import type { Logger } from "@tms/kit/process/log";
import { startLoop, type Loop } from "@tms/kit/process/loop";
import { newId } from "@tms/kit/values/ids";
import { endLeases, leaseDue, type LaneRoom, type LeasedEndpoint } from "../db/dispatches.ts";
import { runLease, type SendingContext } from "./run-lease.ts";
import { createSlots } from "./slots.ts";

const EVERY_MS = 1_000;
// The pause after each sweep, so that one sweep serves many leases that end almost together.
const GAP_MS = 50;
const SLOTS = 128;
// Many requests time out together. Storing all their outcomes at once would delay all other queries.
const PATIENT_STORES = { atOnce: 2, mostWaiting: Infinity };

const MAX_QUICK = 128;
const MAX_PATIENT = 384;
// More than the lanes hold, because a slow lease moves to the patient lane even if this lane is full.
const MAX_LEASES = 1_024;
// More new leases per sweep would fill the queue for database connections.
const MAX_NEW_PATIENT = 16;

/** Creates the dispatcher. Every second and when woken, the dispatcher looks for due events in Postgres. */
export function createDispatcher(context: SendingContext & { log: Logger }) {
  const worker = newId();
  const slots = createSlots(SLOTS);
  const running = new Map<{ isQuick: boolean }, Promise<void>>();
  const refusal = () => new Error("the limiter rejected a call");
  const storePatiently = createLimiter(PATIENT_STORES, refusal);
  const stopping = new AbortController();
  let loop: Loop | undefined;

  function begin(leased: LeasedEndpoint): void {
    const lane = { isQuick: leased.isQuick };
    const lease = {
      leased,
      onWaiting: () => {
        if (!lane.isQuick) return;
        lane.isQuick = false;
        // The quick lane has room for another lease now.
        loop?.wake();
      },
      store: (step: () => Promise<void>) =>
        lane.isQuick || stopping.signal.aborted ? step() : storePatiently(step),
    };
    const done = runLease({ ...context, slots, worker }, lease, stopping.signal)
      .catch((error: unknown) => {
        // The lease was not ended. The next attempt waits until the lease runs out.
        context.log.warn(
          { err: error, endpoint: leased.endpointId },
          "sending events to an endpoint was interrupted and will be retried",
        );
      })
      .finally(() => {
        running.delete(lane);
        loop?.wake();
      });
    running.set(lane, done);
  }

  async function sweep() {
    const room = findRoom([...running.keys()]);
    if (room.quick + room.patient > 0)
      (await leaseDue(context.db, worker, room)).forEach((leased) => begin(leased));
  }

  return {
    wake: () => loop?.wake(),
    /** Runs one sweep and waits for all leases. For tests. */
    async runOnce() {
      await sweep();
      await Promise.all(running.values());
    },
    /** Starts sweeps. `stop` interrupts requests, and another worker sends their events again. */
    start() {
      const look = async () => {
        await sweep();
        await delay(GAP_MS);
        return false;
      };
      const started = startLoop("webhooks", EVERY_MS, look, context.log);
      loop = started;
      return {
        async stop() {
          await started.stop();
          stopping.abort(new Error("the process stops"));
          await Promise.all(running.values());
          // Failed runs have kept their leases, which would delay other workers.
          await endLeases(context.db, worker);
        },
      };
    },
  };
}

function findRoom(lanes: readonly { isQuick: boolean }[]): LaneRoom {
  const quick = lanes.filter(({ isQuick }) => isQuick).length;
  const free = MAX_LEASES - lanes.length;
  const freePatient = Math.min(MAX_PATIENT - (lanes.length - quick), MAX_NEW_PATIENT);
  return {
    quick: Math.max(0, Math.min(free, MAX_QUICK - quick)),
    patient: Math.max(0, Math.min(free, freePatient)),
  };
}
