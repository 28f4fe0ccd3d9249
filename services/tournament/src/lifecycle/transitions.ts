import type { DomainError } from "@tms/kit/errors/domain-error";
import {
  notCancellable,
  notEndedYet,
  notPending,
  notPublished,
  alreadyEnded,
  alreadyStarted,
} from "../errors.ts";
import { isBeingPaid, type State, type Status } from "./states.ts";

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
      if (status !== "pending") return notPending();
      return started ? alreadyStarted() : "pending";
    case "publish":
      if (status !== "pending") return notPending();
      return ended ? alreadyEnded() : "published";
    case "cancel":
      return status === "pending" || status === "published" ? "cancelled" : notCancellable();
    case "complete":
      return status === "published" ? "settling" : notPublished();
    case "begin":
      if (status === "published") return due ?? "settling";
      return isBeingPaid(status) ? status : notPublished();
    case "record":
      return isBeingPaid(status) ? status : notPublished();
    case "finish":
      return isBeingPaid(status) ? "completed" : notPublished();
    case "abandon":
      if (status === "published") return due ?? "cancelled";
      return status === "settling" || status === "cancelled" ? "cancelled" : notCancellable();
    default:
      return transition satisfies never;
  }
}
