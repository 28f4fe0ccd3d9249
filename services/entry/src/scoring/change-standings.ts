import type { Tx } from "@tms/kit/database/handle";
import { addListed, advanceBoards, getBoard, lockBoards, type BoardGrowth } from "../db/boards.ts";
import type { EntryKey } from "../db/entries.ts";
import { findScoredEntrants, storeStandings, type StoredStanding } from "../db/scored-standings.ts";
import {
  countInStrata,
  deleteStratum,
  findPlaceGroups,
  findStratumBefore,
  storeStrata,
  type PlaceChange,
  type PlaceGroup,
  type Stratum,
  type StratumRow,
} from "../db/strata.ts";
import { momentOf } from "./decide-scores.ts";
import { entryStateOf, placeFor } from "./places.ts";

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

/** A standing as it is to be, and the place that its entry had before. */
export interface StandingChange extends StoredStanding {
  from: Buffer | null;
}

/**
 * Stores changed standings of locked boards, at most one of each gamer, and keeps the strata true: they
 * are counted in the same transaction, as the whole board is, cut where they grew too large, and merged
 * where they became small.
 */
export async function changeStandings(tx: Tx, changes: readonly StandingChange[]): Promise<void> {
  if (changes.length === 0) return;
  const moved = changes.flatMap(({ tournamentId, from, place }) =>
    isSamePlace(from, place) ? [] : [{ tournamentId, from, to: place }],
  );
  const [, counted] = await Promise.all([
    storeStandings(tx, changes),
    countInStrata(tx, moved),
    addListed(tx, growthsOf(moved)),
  ]);
  // Best first: to cut or merge a stratum changes none of those that are still to come.
  for (const stratum of counted.toSorted((a, b) => Buffer.compare(a.first, b.first))) {
    if (stratum.entries > MOST_IN_STRATUM) await cut(tx, stratum);
    else if (stratum.entries < FEW_IN_STRATUM) await mergeIntoOneBefore(tx, stratum);
  }
}

function growthsOf(moved: readonly PlaceChange[]): BoardGrowth[] {
  const growths = new Map<string, number>();
  for (const { tournamentId, from, to } of moved) {
    const more = Number(to !== null) - Number(from !== null);
    if (more !== 0) growths.set(tournamentId, (growths.get(tournamentId) ?? 0) + more);
  }
  return [...growths].map(([tournamentId, more]) => ({ tournamentId, more }));
}

const isSamePlace = (one: Buffer | null, other: Buffer | null): boolean =>
  one === other || (one !== null && other !== null && one.equals(other));

async function cut(tx: Tx, stratum: StratumRow): Promise<void> {
  if (isSinglePlace(stratum.first, stratum.next)) return;
  const groups = await findPlaceGroups(tx, stratum);
  await storeStrata(tx, stratum.tournamentId, cutStratum(stratum.first, groups));
}

async function mergeIntoOneBefore(tx: Tx, { tournamentId, first, entries }: StratumRow) {
  const before = await findStratumBefore(tx, { tournamentId, first });
  if (before === undefined || before.entries + entries > MERGED_AT_MOST) return;
  await deleteStratum(tx, tournamentId, first);
  await storeStrata(tx, tournamentId, [{ ...before, entries: before.entries + entries }]);
}

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
