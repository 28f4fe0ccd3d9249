import { DomainError } from "@tms/kit/errors/domain-error";
import type { TournamentRow } from "../db/tournaments.ts";
import { alreadyEnded, notEndedYet } from "../errors.ts";

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

/** Everything that can be done to a tournament after it was created. */
export type Transition = "update" | "publish" | "cancel" | "complete" | WorkerTransition;

/** The transitions that settlement workers make; a repeat of each changes nothing. */
export type WorkerTransition = "begin" | "record" | "finish" | "abandon";

/** The status a transition leads to, which may be the present one; or why it is refused. */
export function nextStatus(transition: Transition, state: State): Status | DomainError {
  const { status, started, ended } = state;
  const due = ended ? undefined : notEndedYet();
  switch (transition) {
    case "update":
      if (status !== "pending") return new DomainError("TOURNAMENT_NOT_PENDING");
      return started ? new DomainError("TOURNAMENT_STARTED") : "pending";
    case "publish":
      if (status !== "pending") return new DomainError("TOURNAMENT_NOT_PENDING");
      return ended ? alreadyEnded() : "published";
    case "cancel":
      return status === "pending" || status === "published"
        ? "cancelled"
        : new DomainError("TOURNAMENT_NOT_CANCELLABLE");
    case "complete":
      return status === "published" ? "settling" : new DomainError("TOURNAMENT_NOT_PUBLISHED");
    case "begin":
      if (status === "published") return due ?? "settling";
      return isBeingPaid(status) ? status : new DomainError("TOURNAMENT_NOT_PUBLISHED");
    case "record":
      return isBeingPaid(status) ? status : new DomainError("TOURNAMENT_NOT_PUBLISHED");
    case "finish":
      return isBeingPaid(status) ? "completed" : new DomainError("TOURNAMENT_NOT_PUBLISHED");
    case "abandon":
      if (status === "published") return due ?? "cancelled";
      return status === "settling" || status === "cancelled"
        ? "cancelled"
        : new DomainError("TOURNAMENT_NOT_CANCELLABLE");
    default:
      return transition satisfies never;
  }
}
