import type { DomainError } from "@tms/kit/errors/domain-error";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import {
  notCancellable,
  notEndedYet,
  notPending,
  notPublished,
  alreadyEnded,
  alreadyStarted,
} from "../errors.ts";

/** Everything that can be done to a tournament after it was created. */
export type Step = "update" | "publish" | "cancel" | "complete" | WorkerStep;

/** What the settlement workers do; each may be repeated and then changes nothing. */
export type WorkerStep = "begin" | "record" | "finish" | "abandon";

/** Where a tournament stands at the moment of a step. */
export interface Standing {
  status: Status;
  /** Its start has passed. */
  started: boolean;
  /** Its end has passed. */
  ended: boolean;
}

/** The status a step leads to, which may be the one it has; or why the step is refused. */
export function nextStatus(step: Step, standing: Standing): Status | DomainError {
  const { status, started, ended } = standing;
  const due = ended ? undefined : notEndedYet();
  switch (step) {
    case "update":
      if (status !== Status.PENDING) return notPending();
      return started ? alreadyStarted() : Status.PENDING;
    case "publish":
      if (status !== Status.PENDING) return notPending();
      return ended ? alreadyEnded() : Status.PUBLISHED;
    case "cancel":
      if (status === Status.PENDING || status === Status.PUBLISHED) return Status.CANCELLED;
      return notCancellable();
    case "complete":
      return status === Status.PUBLISHED ? Status.SETTLING : notPublished();
    case "begin":
      if (status === Status.PUBLISHED) return due ?? Status.SETTLING;
      return isSettled(status) ? status : notPublished();
    case "record":
      return isSettled(status) ? status : notPublished();
    case "finish":
      return isSettled(status) ? Status.COMPLETED : notPublished();
    case "abandon":
      if (status === Status.PUBLISHED) return due ?? Status.CANCELLED;
      if (status === Status.SETTLING || status === Status.CANCELLED) return Status.CANCELLED;
      return notCancellable();
    default:
      return step satisfies never;
  }
}

const isSettled = (status: Status): boolean =>
  status === Status.SETTLING || status === Status.COMPLETED;
