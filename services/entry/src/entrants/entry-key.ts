import type { EntryKey } from "../db/entrants.ts";

/** Names the one entry that a gamer can have in a tournament. */
export const entryKey = ({ tournamentId, handle }: Omit<EntryKey, "gameId">): string =>
  `${tournamentId}/${handle}`;
