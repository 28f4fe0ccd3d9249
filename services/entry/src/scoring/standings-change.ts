import type { Tx } from "@tms/kit/database/handle";
import { addListed, type BoardGrowth } from "../db/scoring/boards.ts";
import { storeStandings, type StoredStanding } from "../db/scoring/standings.ts";
import {
  countInStrata,
  deleteStratum,
  findPlaceGroups,
  findStratumBefore,
  storeStrata,
  type PlaceChange,
  type StratumRow,
} from "../db/scoring/strata.ts";
import {
  cutStratum,
  FEW_IN_STRATUM,
  isSinglePlace,
  MERGED_AT_MOST,
  MOST_IN_STRATUM,
} from "./strata.ts";

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
