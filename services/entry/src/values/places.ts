/** What an entry is in its tournament. */
export type EntryState = "in" | "eliminated" | "disqualified";

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
