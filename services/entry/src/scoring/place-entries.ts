import type { Tx } from "@tms/kit/database/handle";
import type { EntryKey } from "../db/entrants.ts";
import { advanceBoards, getBoard, lockBoards } from "../db/scoring/boards.ts";
import { findScoredEntrants } from "../db/scoring/standings.ts";
import { entryStateOf, placeFor } from "../ranking/places.ts";
import { momentOf } from "./decide-scores.ts";
import { changeStandings, type StandingChange } from "./standings-change.ts";

/**
 * Moves entries of one tournament to where they stand by now: eliminated, disqualified or in again.
 * Their registration must be locked, as it is by whoever changes that; what their attempts came to
 * stays.
 */
export async function placeEntries(
  tx: Tx,
  tournamentId: string,
  entries: readonly EntryKey[],
): Promise<void> {
  await lockBoards(tx, [tournamentId]);
  const [board, entrants] = await Promise.all([
    getBoard(tx, tournamentId),
    findScoredEntrants(tx, entries),
  ]);
  const changes = entrants.flatMap(({ gamerId, entry, standing }): StandingChange[] => {
    if (entry === null) return [];
    const { id: entryId, joinedAt, exitNumber } = entry;
    const state = entryStateOf(entry);
    const place = placeFor(board.scoring, { ...standing, state, exitNumber, placement: null });
    const from = standing.place;
    return [{ ...standing, tournamentId, gamerId, entryId, joinedAt, place, from }];
  });
  await changeStandings(tx, changes);
  await advanceBoards(tx, [{ ...board, changedAt: momentOf(board) }]);
}
