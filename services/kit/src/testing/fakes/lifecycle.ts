import { timestampMs } from "@bufbuild/protobuf/wkt";
import { Status, type Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { DomainError } from "../../errors/domain-error.ts";

/** What can happen to a tournament. */
export type Transition =
  | "update"
  | "publish"
  | "cancel"
  | "complete"
  | "begin"
  | "record"
  | "finish"
  | "abandon";

const { PENDING, PUBLISHED, SETTLING, COMPLETED, CANCELLED } = Status;
const NEXT: Record<Transition, Partial<Record<Status, Status>>> = {
  update: { [PENDING]: PENDING },
  publish: { [PENDING]: PUBLISHED },
  cancel: { [PENDING]: CANCELLED, [PUBLISHED]: CANCELLED },
  complete: { [PUBLISHED]: SETTLING },
  begin: { [PUBLISHED]: SETTLING, [SETTLING]: SETTLING, [COMPLETED]: COMPLETED },
  record: { [SETTLING]: SETTLING, [COMPLETED]: COMPLETED },
  finish: { [SETTLING]: COMPLETED, [COMPLETED]: COMPLETED },
  abandon: { [PUBLISHED]: CANCELLED, [SETTLING]: CANCELLED, [CANCELLED]: CANCELLED },
};

/** The status after a transition; throws the refusal where it is none. */
export function nextStatus({ status, terms }: Tournament, transition: Transition): Status {
  const next = NEXT[transition][status];
  if (next === undefined) throw refusalOf(transition);
  const isEarly = terms?.endTime !== undefined && timestampMs(terms.endTime) > Date.now();
  if (status === PUBLISHED && isEarly && (transition === "begin" || transition === "abandon"))
    throw new DomainError("UNAVAILABLE", "The tournament has not ended yet.");
  return next;
}

function refusalOf(transition: Transition): DomainError {
  switch (transition) {
    case "update":
    case "publish":
      return new DomainError("TOURNAMENT_NOT_PENDING", "The tournament is not pending any more.");
    case "cancel":
    case "abandon":
      return new DomainError("TOURNAMENT_NOT_CANCELLABLE", "It cannot be cancelled.");
    default:
      return new DomainError("TOURNAMENT_NOT_PUBLISHED", "The tournament is not published.");
  }
}
