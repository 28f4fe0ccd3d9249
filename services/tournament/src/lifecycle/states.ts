import type { TournamentRow } from "../db/tournaments.ts";

/** Where a tournament is in its life. */
export type Status = TournamentRow["status"];

/** All that decides what may be done to a tournament. */
export interface State {
  status: Status;
  /** Its start has passed. */
  started: boolean;
  /** Its end has passed. */
  ended: boolean;
}

/** Whether the settlement of a tournament that is paid out has begun. */
export const isBeingPaid = (status: Status): boolean =>
  status === "settling" || status === "completed";
