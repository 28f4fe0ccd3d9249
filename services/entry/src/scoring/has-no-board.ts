import { findBoards } from "../db/scoring/boards.ts";
import type { TournamentKey } from "../db/registrations.ts";
import { scoresNotEnabled } from "../errors.ts";
import { requireTournament, type RegistrationContext } from "../registration.ts";

/**
 * Whether a game's tournament has no board because nobody joined it yet. False when one was opened since
 * it was looked for; throws SCORES_NOT_ENABLED for a tournament that takes no scores.
 */
export async function hasNoBoard(
  context: RegistrationContext,
  { gameId, tournamentId }: TournamentKey,
): Promise<boolean> {
  const tournament = await requireTournament(context, { gameId, tournamentId });
  if (tournament?.terms?.scoring) return true;
  const [opened] = tournament ? [] : await findBoards(context.db, [tournamentId]);
  if (opened === undefined) throw scoresNotEnabled();
  return false;
}
