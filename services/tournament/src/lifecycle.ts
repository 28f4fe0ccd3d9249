import type { Tx } from "@tms/kit/database/handle";
import { sole } from "@tms/kit/database/rows-of";
import { DomainError } from "@tms/kit/errors/domain-error";
import {
  type TournamentRow,
  lockTournaments,
  setStatuses,
  type TournamentKey,
} from "./db/tournaments.ts";

export type Status = TournamentRow["status"];

/** The transitions by games, then the transitions by settlement. Repeats by settlement change nothing. */
export type Transition =
  | ("update" | "publish" | "cancel" | "complete")
  | ("begin" | "record" | "finish" | "abandon");

const ENDED = "The tournament has already ended.";
const NOT_ENDED = "The tournament has not ended yet. Try again after its end.";

const isBeingPaid = (status: Status) => status === "settling" || status === "completed";

export function nextStatus(
  transition: Transition,
  { status, started, ended }: Pick<TournamentRow, "status" | "started" | "ended">,
): Status | DomainError {
  // UNAVAILABLE is retried, so a worker that calls before the end calls again.
  const due = ended ? undefined : new DomainError("UNAVAILABLE", NOT_ENDED);
  switch (transition) {
    case "update":
      if (status !== "pending") return new DomainError("TOURNAMENT_NOT_PENDING");
      return started ? new DomainError("TOURNAMENT_STARTED") : "pending";
    case "publish":
      if (status !== "pending") return new DomainError("TOURNAMENT_NOT_PENDING");
      return ended ? new DomainError("TOURNAMENT_ENDED", ENDED) : "published";
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

export interface Move {
  before: TournamentRow;
  status: Status;
}

/** Locks tournaments. Returns a move for each key, or the reason why the lifecycle refuses it. */
export async function lockFor(tx: Tx, keys: readonly TournamentKey[], transition: Transition) {
  return (await lockTournaments(tx, keys)).map((before) => {
    if (before === undefined) return new DomainError("TOURNAMENT_NOT_FOUND");
    const status = nextStatus(transition, before);
    return status instanceof DomainError ? status : { before, status };
  });
}

export const allowed = (moves: readonly (Move | DomainError)[]): Move[] =>
  moves.flatMap((move) => (move instanceof DomainError ? [] : move));

export async function makeMoves(tx: Tx, moves: readonly (Move | DomainError)[]) {
  const changes = allowed(moves).filter(({ before, status }) => status !== before.status);
  if (changes.length === 0) return [];
  const statuses = changes.map(({ before, status }) => ({ id: before.id, status }));
  return await setStatuses(tx, statuses);
}

/** Locks a tournament and makes a transition. Throws if the lifecycle does not allow it. */
export async function advance(
  tx: Tx,
  { gameId, tournamentId }: TournamentKey,
  transition: Transition,
) {
  const locked = lockFor(tx, [{ gameId, tournamentId }], transition);
  const move = await sole(locked, "a locked tournament was not returned");
  if (move instanceof DomainError) throw move;
  const [after = move.before] = await makeMoves(tx, [move]);
  return { before: move.before, after };
}
