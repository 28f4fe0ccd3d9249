import type { Tx } from "@tms/kit/database/handle";
import type { Fold } from "../db/attempts.ts";
import {
  advanceBoards,
  behind,
  countChanges,
  findPlaceGroups,
  getBoard,
  mergeIntoPrevious,
  storeStrata,
  toMoment,
  type BoardRow,
  type PlaceGroup,
  type Stratum,
  type StratumRow,
} from "../db/boards.ts";
import type { EntryKey } from "../db/entries.ts";
import {
  findScoredEntrants,
  storeStandings,
  type ScoredEntrant,
  type StoredStanding,
} from "../db/scored-standings.ts";
import { isSamePlace, placeFor } from "../db/sort-keys.ts";

/** The size above which a stratum is split, unless its entries share one sort key. */
export const MAX_STRATUM = 2_048;
/** The size below which a stratum is merged into the previous one, unless the result exceeds MAX_MERGED. */
const MIN_STRATUM = 256;
/** The maximum size of a merged stratum, so that the next few entries do not split the stratum again. */
const MAX_MERGED = 1_024;
const HALF = MAX_STRATUM / 2;

export interface StandingChange extends StoredStanding {
  from: Buffer | null;
}

export function toStandingChange(
  { tournamentId, scoring }: BoardRow,
  { gamerId, entry, standing }: ScoredEntrant,
  fold: Fold & { reachedAt: Date | null },
  placement: number | null = null,
): StandingChange {
  if (entry === null) throw new Error("a standing has no entry");
  const { id: entryId, joinedAt } = entry;
  const place = placeFor(scoring, { ...fold, ...entry, placement });
  return { ...fold, tournamentId, gamerId, entryId, joinedAt, place, from: standing.place };
}

/**
 * Updates the sort keys of entries. `placements` are by gamer id. The board must be locked and, if other
 * calls can change the entries, their registration too. Returns the time of the change.
 */
export async function placeEntries(
  tx: Tx,
  tournamentId: string,
  entries: readonly EntryKey[],
  placements: ReadonlyMap<string, number> = new Map(),
): Promise<Date> {
  const [board, entrants] = await Promise.all([
    getBoard(tx, tournamentId),
    findScoredEntrants(tx, entries),
  ]);
  const changes = entrants
    .filter(({ entry }) => entry !== null)
    .map((each) => toStandingChange(board, each, each.standing, placements.get(each.gamerId)));
  const changedAt = toMoment(board);
  await changeStandings(tx, changes);
  await advanceBoards(tx, [{ ...board, changedAt }]);
  return changedAt;
}

/** Stores changed standings of locked boards, at most one per gamer, and updates the strata. */
export async function changeStandings(tx: Tx, changes: readonly StandingChange[]): Promise<void> {
  if (changes.length === 0) return;
  const moved = changes.flatMap(({ tournamentId, from, place }) =>
    isSamePlace(from, place) ? [] : [{ tournamentId, from, to: place }],
  );
  const [, counted] = await Promise.all([storeStandings(tx, changes), countChanges(tx, moved)]);
  // In this order, a split or merge does not change the strata that follow in the loop.
  for (const stratum of counted.toSorted((a, b) => Buffer.compare(a.first, b.first))) {
    if (stratum.entries > MAX_STRATUM) await split(tx, stratum);
    // The first stratum begins with the empty sort key and has no stratum before it.
    else if (stratum.entries < MIN_STRATUM && stratum.first.length > 0)
      await mergeIntoPrevious(tx, stratum, MAX_MERGED);
  }
}

export const isSinglePlace = (first: Buffer, next: Buffer | null): boolean =>
  next !== null && behind(first).equals(next);

async function split(tx: Tx, stratum: StratumRow) {
  const { tournamentId, first, next } = stratum;
  if (isSinglePlace(first, next)) return;
  const strata = splitStratum(first, await findPlaceGroups(tx, stratum));
  const rows = strata.map((each) => ({ ...each, tournamentId }));
  await storeStrata(tx, rows);
}

/**
 * Splits a stratum into strata of at most half the maximum size. A sort key with more entries gets its own
 * stratum. No rank needs a count within this stratum.
 */
export function splitStratum(first: Buffer, groups: readonly PlaceGroup[]): Stratum[] {
  const strata: Stratum[] = [];
  let current: Stratum = { first, entries: 0 };
  const startAt = (place: Buffer) => {
    if (!current.first.equals(place)) strata.push(current);
    current = { first: place, entries: 0 };
  };
  for (const { place, entries } of groups) {
    const isAlone = entries > HALF;
    if (isAlone || current.entries + entries > HALF) startAt(place);
    current.entries += entries;
    if (isAlone) startAt(behind(place));
  }
  return [...strata, current];
}
