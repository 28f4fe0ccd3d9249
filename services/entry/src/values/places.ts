/** What an entry is in its tournament. */
export type EntryState = "in" | "eliminated" | "disqualified";

/**
 * The classes of a ranking, the best first. The number of an entry that has a place of its own is
 * the first byte of its place.
 */
export const PLACE = { placed: 1, scored: 2, unscored: 3, eliminated: 4, outside: 5 } as const;

/** The places of a board that follow each other, from `first` to the next stratum's, and how many entries hold one. */
export interface Stratum {
  first: Buffer;
  entries: number;
}

/** A place, and how many entries share it. */
export interface PlaceGroup {
  place: Buffer;
  entries: number;
}
