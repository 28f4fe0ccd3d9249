import { refusedFor } from "@tms/kit/errors/remote-error";
import type { Queryable } from "@tms/kit/database/handle";
import { openRegistration } from "./registration.ts";
import {
  findRegistration as readRegistration,
  type TournamentKey,
  type RegistrationRow,
} from "./db/registrations.ts";
import type { JoinContext } from "./joining/joins.ts";
import { tournamentNotFound } from "./joining/decide-seats.ts";

/** The registration of a game's tournament, if it has one; throws when it is another game's. */
export async function findRegistration(
  db: Queryable,
  scope: TournamentKey,
): Promise<RegistrationRow | undefined> {
  const registration = await readRegistration(db, scope.tournamentId);
  if (registration !== undefined && registration.game_id !== scope.gameId.toLowerCase())
    throw tournamentNotFound();
  return registration;
}

/**
 * Throws TOURNAMENT_NOT_FOUND unless the tournament is the game's. Asks the tournament service
 * only about tournaments that nobody joined yet.
 */
export async function requireTournament(context: JoinContext, scope: TournamentKey): Promise<void> {
  if ((await findRegistration(context.db, scope)) !== undefined) return;
  try {
    const { gameId, tournamentId } = scope;
    await context.tournaments.getTournament({ gameId, tournamentId, withoutPrizePool: true });
  } catch (error) {
    throw refusedFor(error, "TOURNAMENT_NOT_FOUND") ? tournamentNotFound() : error;
  }
}

/** Makes sure that a game's tournament has a registration, also when nobody joined yet; throws why not. */
export async function requireRegistration(
  context: JoinContext,
  scope: TournamentKey,
): Promise<void> {
  if ((await findRegistration(context.db, scope)) !== undefined) return;
  const refusal = await openRegistration(context, scope);
  if (refusal) throw refusal;
}
