import type { Tx } from "@tms/kit/database/handle";
import { sole } from "@tms/kit/database/rows-of";
import { DomainError } from "@tms/kit/errors/domain-error";
import {
  lockTournaments,
  setStatuses,
  type TournamentKey,
  type TournamentRow,
} from "../db/tournaments.ts";
import { nextStatus, type Status, type Transition } from "./transitions.ts";

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
