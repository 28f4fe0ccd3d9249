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
import { nextStatus, type Step } from "./transitions.ts";

/** A tournament before and after a step; the same row when the step changed nothing. */
export interface Advance {
  before: TournamentRow;
  after: TournamentRow;
}

/** Locks a tournament, takes the step if its lifecycle allows, or throws why not. */
export async function advance(tx: Tx, key: TournamentKey, step: Step): Promise<Advance> {
  const before = await lockTournament(tx, key);
  if (before === undefined) throw tournamentNotFound();
  const next = nextStatus(step, before);
  if (next instanceof DomainError) throw next;
  const after = next === before.status ? before : await setStatus(tx, before.id, next);
  return { before, after };
}

/** A locked tournament and the status a step leads it to. */
export interface Move {
  before: TournamentRow;
  next: TournamentRow["status"];
}

/** Locks many tournaments; leaves out those whose lifecycle does not allow the step. */
export async function lockFor(tx: Tx, keys: readonly TournamentKey[], step: Step): Promise<Move[]> {
  return (await lockTournaments(tx, keys)).flatMap((before) => {
    const next = nextStatus(step, before);
    return next instanceof DomainError ? [] : [{ before, next }];
  });
}

/** Takes the step that many tournaments were locked for. */
export async function advanceLocked(tx: Tx, moves: readonly Move[]): Promise<void> {
  const changes = moves.filter(({ before, next }) => next !== before.status);
  if (changes.length === 0) return;
  await setStatuses(
    tx,
    changes.map(({ before, next }) => ({ id: before.id, status: next })),
  );
}
