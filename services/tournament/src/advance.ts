import type { Tx } from "@tms/kit/database";
import { DomainError } from "@tms/kit/errors";
import {
  lockTournament,
  setStatus,
  type TournamentKey,
  type TournamentRow,
} from "./db/tournaments.ts";
import { tournamentNotFound } from "./errors.ts";
import { nextStatus, type Step } from "./lifecycle.ts";

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
