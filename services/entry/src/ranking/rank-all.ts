import { toStandingsOrder } from "../db/standings-order.ts";
import type { StandingsPage, StandingsRow } from "../db/standings.ts";
import { PLACE } from "../db/strata.ts";
import { placeAt } from "../scoring/places.ts";
import { toRankGroups, type RankGroup } from "./competition-rank.ts";
import type { Ranked } from "./entry-rank.ts";

const OUTSIDE = Buffer.of(PLACE.outside).toString("hex");
const DISQUALIFIED = Buffer.of(PLACE.outside + 1).toString("hex");

/**
 * Ranks all entries of a tournament, which are in the order of the standings. Returns them in the order of
 * the ranking, and the rank groups that can be paid. Pure.
 */
export function rankAll({ rows, noScore }: Pick<StandingsPage, "rows" | "noScore">): {
  standings: Ranked<StandingsRow>[];
  groups: RankGroup[];
} {
  const unscored = noScore === "in" ? Buffer.of(PLACE.unscored).toString("hex") : OUTSIDE;
  const toKey = (row: StandingsRow) =>
    row.disqualified
      ? DISQUALIFIED
      : (row.place ?? placeAt(toStandingsOrder(row))?.toString("hex") ?? unscored);
  const byKey = [...Map.groupBy(rows, toKey)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const groups = toRankGroups(byKey.map(([key, tied]) => ({ key, tied, entries: tied.length })));
  return {
    standings: groups.flatMap(({ key, tied, rank }) =>
      tied.map((row) => ({ ...row, rank: key === DISQUALIFIED ? null : rank })),
    ),
    groups: groups
      .filter(({ key }) => key < OUTSIDE)
      .map(({ rank, entries }) => ({ rank, entries })),
  };
}
