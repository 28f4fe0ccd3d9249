import { DomainError } from "@tms/kit/errors/domain-error";
import type { TournamentRow } from "../db/tournaments.ts";
import { alreadyEnded, notEndedYet } from "../errors.ts";

export type Status = TournamentRow["status"];

/** Everything that decides which transitions are allowed. */
export interface State {
  status: Status;
  started: boolean;
  ended: boolean;
}

/** Reports whether the settlement of a tournament that is paid out has begun. */
export const isBeingPaid = (status: Status): boolean =>
  status === "settling" || status === "completed";

/** The transitions of a tournament after its creation. */
export type Transition = "update" | "publish" | "cancel" | "complete" | WorkerTransition;

/** The transitions of settlement workers. A repeat changes nothing. */
export type WorkerTransition = "begin" | "record" | "finish" | "abandon";

/** Returns the next status, which can be the current one, or the refusal of a transition. */
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
