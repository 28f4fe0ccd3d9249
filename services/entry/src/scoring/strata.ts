import type { PlaceGroup, Stratum } from "../values/places.ts";

/** A stratum with more entries is split, unless all of them share one place. */
export const MOST_IN_STRATUM = 2_048;
/** A stratum with fewer entries is merged with one that adjoins it. */
export const FEW_IN_STRATUM = 256;
/** Strata that would have more together are not merged: the next few entries would split them again. */
export const MERGED_AT_MOST = 1_024;

/** The first of the places behind one place: nothing lies between the two. */
export const behind = (place: Buffer): Buffer => Buffer.concat([place, Buffer.alloc(1)]);

/** Whether a stratum can hold one place only: it ends right behind its first. */
export const isSinglePlace = (first: Buffer, next: Buffer | null): boolean =>
  next !== null && behind(first).equals(next);

/**
 * Cuts a stratum that begins at `first` into pieces of about half of what one may have. Entries that
 * share a place are never parted: where they are too many for a piece they get one of their own, in
 * which nothing has to be counted, however many they are.
 */
export function cutStratum(first: Buffer, groups: readonly PlaceGroup[]): Stratum[] {
  const pieces: Stratum[] = [];
  let piece: Stratum = { first, entries: 0 };
  const cutAt = (place: Buffer) => {
    if (!piece.first.equals(place)) pieces.push(piece);
    piece = { first: place, entries: 0 };
  };
  for (const { place, entries } of groups) {
    const alone = entries > PIECE;
    if (alone || piece.entries + entries > PIECE) cutAt(place);
    piece.entries += entries;
    if (alone) cutAt(behind(place));
  }
  return [...pieces, piece];
}

const PIECE = MOST_IN_STRATUM / 2;
