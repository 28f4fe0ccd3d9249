import type { Db, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { storePlacements, type PlacedEntry } from "../db/ranking.ts";
import type { TournamentKey } from "../db/registrations.ts";
import { advanceBoards, getBoard, lockBoards } from "../db/scoring/boards.ts";
import { findScoredEntrants } from "../db/scoring/standings.ts";
import { callGone } from "../errors.ts";
import type { GivenRank } from "./freeze.ts";
import { stillInOf } from "./freeze.ts";
import { entryStateOf, placeFor } from "../ranking/places.ts";
import { momentOf } from "../scoring/decide-scores.ts";
import { changeStandings, type StandingChange } from "../scoring/standings-change.ts";

// Takes a fraction of a second.
const PIECE = 1_000;

/**
 * Places those whom their game placed ahead of all others of a closed board, which is then the
 * ranking: nothing else is written. In pieces, each committed by itself; a repeat changes nothing.
 */
export async function writeScoredPlacements(
  db: Db,
  key: TournamentKey,
  given: readonly GivenRank[],
  signal: AbortSignal,
): Promise<void> {
  const placed = await stillInOf(db, key, given);
  for (let first = 0; first < placed.length; first += PIECE) {
    // Stops once the caller is gone: its repeat would run beside this call.
    if (signal.aborted) throw callGone();
    const piece = placed.slice(first, first + PIECE);
    await transaction(db, "entry.rank-piece", (tx) => placePiece(tx, key, piece));
  }
}

async function placePiece(
  tx: Tx,
  { gameId, tournamentId }: TournamentKey,
  placed: readonly PlacedEntry[],
): Promise<void> {
  await lockBoards(tx, [tournamentId]);
  const board = await getBoard(tx, tournamentId);
  const keys = placed.map(({ handle }) => ({ gameId, tournamentId, handle }));
  const rankOf = new Map(placed.map(({ gamerId, rank }) => [gamerId, rank]));
  const entrants = await findScoredEntrants(tx, keys);
  const changes = entrants.flatMap(({ gamerId, entry, standing }): StandingChange[] => {
    if (entry === null || entryStateOf(entry) !== "in") return [];
    const now = { ...standing, state: "in", exitNumber: null } as const;
    const place = placeFor(board.scoring, { ...now, placement: rankOf.get(gamerId) ?? null });
    const { id: entryId, joinedAt } = entry;
    return [{ ...standing, tournamentId, gamerId, entryId, joinedAt, place, from: standing.place }];
  });
  const changedAt = momentOf(board);
  await storePlacements(tx, placed, changedAt);
  await changeStandings(tx, changes);
  await advanceBoards(tx, [{ ...board, changedAt }]);
}
