import type { LaneRoom } from "../db/dispatches.ts";

/** The lane that a turn counts towards. */
export interface Lane {
  isQuick: boolean;
}

/** The turns of a worker. */
export interface Lanes {
  /** Returns how many turns may begin. */
  room(): LaneRoom;
  /** Counts a turn towards a lane until it ends. */
  enter(lane: Lane, turn: Promise<void>): void;
  /** Waits until the turns that have begun are over. */
  finish(): Promise<void>;
}

const MAX_QUICK = 128;
const MAX_PATIENT = 384;
// A turn in the quick lane whose receiver lets it wait moves to the patient lane, even if that is full.
const MAX_TURNS = 1_024;
// So few begin with one look that they do not fill the queue for connections.
const MAX_PATIENT_BEGUN = 16;

/** Creates the lanes of a worker: receivers that let turns wait leave room for others. */
export function createLanes(): Lanes {
  const turns = new Map<Lane, Promise<void>>();
  return {
    room() {
      const quick = [...turns.keys()].filter(({ isQuick }) => isQuick).length;
      const left = MAX_TURNS - turns.size;
      const patient = Math.min(MAX_PATIENT - (turns.size - quick), MAX_PATIENT_BEGUN);
      return {
        quick: Math.max(0, Math.min(left, MAX_QUICK - quick)),
        patient: Math.max(0, Math.min(left, patient)),
      };
    },
    enter(lane, turn) {
      turns.set(
        lane,
        turn.finally(() => turns.delete(lane)),
      );
    },
    async finish() {
      await Promise.all(turns.values());
    },
  };
}
