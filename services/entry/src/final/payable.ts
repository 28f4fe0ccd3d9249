import type { Queryable } from "@tms/kit/database/handle";
import { rankableOf, type RegistrationState } from "../db/registrations.ts";
import { getListedCount, findBestPlaces } from "../db/scoring/final-standings.ts";
import { rankedGroups, type RankGroup } from "../ranking/competition-rank.ts";
import { payablePartsOf, RANGES, scoringOf } from "./ranking-parts.ts";

/**
 * How many entries of a tournament that takes scores can be paid as they stand: they are the beginning
 * of its ranking.
 */
export async function countPayable(
  db: Queryable,
  registration: RegistrationState,
): Promise<number> {
  const { tournamentId } = registration;
  if ((await scoringOf(db, tournamentId)).noScore === "in") return rankableOf(registration);
  return await getListedCount(db, tournamentId);
}

/** A rank group, and the place that its entries share; null for those without a score. */
export interface PlacedRankGroup extends RankGroup {
  place: Buffer | null;
}

/** The best rank groups of those who can be paid. */
export async function findPayableGroups(
  db: Queryable,
  registration: RegistrationState,
  most: number,
): Promise<PlacedRankGroup[]> {
  const { tournamentId } = registration;
  const groups: Omit<PlacedRankGroup, "rank">[] = [];
  for (const part of payablePartsOf(await scoringOf(db, tournamentId))) {
    const left = most - groups.length;
    if (left <= 0) break;
    const range = RANGES[part];
    if (range) {
      groups.push(...(await findBestPlaces(db, tournamentId, range, left)));
      continue;
    }
    const unscored = rankableOf(registration) - (await getListedCount(db, tournamentId));
    if (unscored > 0) groups.push({ place: null, entries: unscored });
  }
  return rankedGroups(groups);
}
