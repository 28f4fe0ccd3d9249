import type { Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import {
  lockTournament,
  lockTournaments,
  setStatus,
  setStatuses,
  type TournamentKey,
  type TournamentRow,
} from "../db/tournaments.ts";
import { tournamentNotFound } from "../errors.ts";
import type { Status } from "./states.ts";
import { nextStatus, type Transition } from "./transitions.ts";

/** A tournament before and after a transition; the same row when nothing changed. */
export interface Advance {
  before: TournamentRow;
  after: TournamentRow;
}

/** Locks a tournament and makes the transition; throws when the lifecycle does not allow it. */
export async function advance(
  tx: Tx,
  key: TournamentKey,
  transition: Transition,
): Promise<Advance> {
  const before = await lockTournament(tx, key);
  if (before === undefined) throw tournamentNotFound();
  const status = nextStatus(transition, before);
  if (status instanceof DomainError) throw status;
  const after = status === before.status ? before : await setStatus(tx, { id: before.id, status });
  return { before, after };
}

/** A locked tournament and the status that a transition leads it to. */
export interface Move {
  before: TournamentRow;
  status: Status;
}

/** Locks many tournaments; leaves out those whose lifecycle does not allow the transition. */
export async function lockFor(
  tx: Tx,
  keys: readonly TournamentKey[],
  transition: Transition,
): Promise<Move[]> {
  return (await lockTournaments(tx, keys)).flatMap((before) => {
    const status = nextStatus(transition, before);
    return status instanceof DomainError ? [] : [{ before, status }];
  });
}

/** Makes the transition that many tournaments were locked for. */
export async function advanceLocked(tx: Tx, moves: readonly Move[]): Promise<void> {
  const changes = moves.filter(({ before, status }) => status !== before.status);
  if (changes.length === 0) return;
  await setStatuses(
    tx,
    changes.map(({ before, status }) => ({ id: before.id, status })),
  );
}
