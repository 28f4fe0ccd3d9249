import type { Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import {
  lockTournaments,
  setStatuses,
  type TournamentKey,
  type TournamentRow,
} from "../db/tournaments.ts";
import { nextStatus, type Status, type Transition } from "./transitions.ts";

/** A locked tournament and the status that a transition leads it to. */
export interface Move {
  before: TournamentRow;
  status: Status;
}

/**
 * Locks tournaments for a transition. Returns a move for each key, or the reason why the lifecycle refuses
 * the transition.
 */
export async function lockFor(
  tx: Tx,
  keys: readonly TournamentKey[],
  transition: Transition,
): Promise<(Move | DomainError)[]> {
  return (await lockTournaments(tx, keys)).map((before) => {
    if (before === undefined) return new DomainError("TOURNAMENT_NOT_FOUND");
    const status = nextStatus(transition, before);
    return status instanceof DomainError ? status : { before, status };
  });
}

export const allowed = (moves: readonly (Move | DomainError)[]): Move[] =>
  moves.flatMap((move) => (move instanceof DomainError ? [] : move));

export async function makeMoves(
  tx: Tx,
  moves: readonly (Move | DomainError)[],
): Promise<TournamentRow[]> {
  const changes = allowed(moves).filter(({ before, status }) => status !== before.status);
  if (changes.length === 0) return [];
  return await setStatuses(
    tx,
    changes.map(({ before, status }) => ({ id: before.id, status })),
  );
}

/** A tournament before and after a transition. Both are the same row if nothing changed. */
export interface Advance {
  before: TournamentRow;
  after: TournamentRow;
}

/** Locks a tournament and makes a transition. Throws if the lifecycle does not allow it. */
export async function advance(
  tx: Tx,
  { gameId, tournamentId }: TournamentKey,
  transition: Transition,
): Promise<Advance> {
  const [move = new DomainError("TOURNAMENT_NOT_FOUND")] = await lockFor(
    tx,
    [{ gameId, tournamentId }],
    transition,
  );
  if (move instanceof DomainError) throw move;
  const [after = move.before] = await makeMoves(tx, [move]);
  return { before: move.before, after };
}
