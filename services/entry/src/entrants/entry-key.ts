import type { EntryKey } from "../db/entrants.ts";

/**
 * Names the one entry that a gamer can have in a tournament. Batches hold requests of many games, and
 * one of them may ask for a tournament of another.
 */
export const entryKey = ({ gameId, tournamentId, handle }: EntryKey): string =>
  `${gameId}/${tournamentId}/${handle}`;
