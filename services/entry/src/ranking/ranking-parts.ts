import type { Queryable } from "@tms/kit/database/handle";
import { FIRST_ID } from "@tms/kit/values/ids";
import {
  countDisqualifiedOut,
  findLeadingPlaces,
  findOrderGroups,
  readLeading,
  type FinalRow,
  type ReadSoFar,
} from "../db/final-ranking.ts";
import { countRankable, type RegistrationState } from "../db/registrations.ts";
import { ORDERS, toStandingsOrder, type OrderRange } from "../db/entries.ts";
import { listPart } from "../db/standings.ts";
import { toRankGroups, type RankGroup } from "./competition-rank.ts";
import { placeText, toOrder } from "../db/sort-keys.ts";

export type Ranking = Pick<RegistrationState, "tournamentId" | "scored" | "noScore">;

// Leading, unscored and outside entries are in. Only leading entries have a score or a placement by the game.
type Part = "leading" | "unscored" | "eliminated" | "outside" | "disqualified";

const PARTS: Readonly<Record<Ranking["noScore"], readonly Part[]>> = {
  in: ["leading", "unscored", "eliminated", "disqualified"],
  out: ["leading", "eliminated", "outside", "disqualified"],
};

/** Returns the parts with entries that can be paid, which are the first parts of the ranking. */
const toPayableParts = ({ noScore }: Ranking) =>
  PARTS[noScore].filter((part) => part !== "outside" && part !== "disqualified");

/** The standings orders of each part. A scored tournament reads the leading part by sort key instead. */
const PART_ORDERS: Readonly<Record<Part, OrderRange>> = {
  leading: ORDERS.placed,
  unscored: ORDERS.in,
  eliminated: ORDERS.eliminated,
  outside: ORDERS.in,
  disqualified: ORDERS.disqualified,
};

export interface PartRow extends FinalRow {
  part: number;
}

/** The position after the last entry that was read. `after` is null at the beginning of the part. */
export interface PartPosition {
  part: number;
  after: ReadSoFar | null;
}

/** Returns the position before all entries with the sort key `place`. Null means the beginning of a part. */
export const before = (place: string | null): ReadSoFar => ({ place, joinedMs: 0, id: FIRST_ID });

async function readPart(
  db: Queryable,
  { tournamentId, scored }: Ranking,
  part: Part,
  after: ReadSoFar,
  limit: number,
) {
  if (part === "leading" && scored) return await readLeading(db, tournamentId, after, limit);
  const range = PART_ORDERS[part];
  const order = after.place === null ? range[0] : toOrder(after.place);
  const position = { order, joinedAt: new Date(after.joinedMs), id: after.id };
  const unscored = scored && range === ORDERS.in;
  const rows = await listPart(db, tournamentId, range, position, { unscored, limit });
  return rows.map((row) => ({ ...row, place: placeText(toStandingsOrder(row)) }));
}

export async function readRanking(
  db: Queryable,
  ranking: Ranking,
  which: "all" | "payable",
  from: PartPosition,
  limit: number,
): Promise<PartRow[]> {
  const parts = which === "all" ? PARTS[ranking.noScore] : toPayableParts(ranking);
  const found: PartRow[] = [];
  let after = from.after ?? before(null);
  for (const [index, part] of parts.entries()) {
    if (index < from.part) continue;
    if (found.length === limit) break;
    const rows = await readPart(db, ranking, part, after, limit - found.length);
    for (const row of rows) found.push({ ...row, part: index });
    after = before(null);
  }
  return found;
}

/** A rank group, and the sort key of its entries; null for entries that are in without a score. */
export interface PlacedRankGroup extends RankGroup {
  place: string | null;
}

export async function findPayableGroups(
  db: Queryable,
  registration: RegistrationState,
  max: number,
): Promise<PlacedRankGroup[]> {
  const { tournamentId, scored } = registration;
  const groups: Omit<PlacedRankGroup, "rank">[] = [];
  for (const part of toPayableParts(registration)) {
    const left = max - groups.length;
    if (left <= 0) break;
    if (part === "leading" && scored) {
      groups.push(...(await findLeadingPlaces(db, tournamentId, left)));
    } else if (part === "unscored") {
      const leading = groups.reduce((sum, { entries }) => sum + entries, 0);
      const entries = (await countStillIn(db, registration)) - leading;
      if (entries > 0) groups.push({ place: null, entries });
    } else {
      const found = await findOrderGroups(db, tournamentId, PART_ORDERS[part], left);
      for (const { order, entries } of found) groups.push({ place: placeText(order), entries });
    }
  }
  return toRankGroups(groups);
}

async function countStillIn(db: Queryable, registration: RegistrationState) {
  const { tournamentId, eliminated, disqualified } = registration;
  // `eliminated` and `disqualified` both count an entry that was eliminated before its disqualification.
  const both = disqualified > 0 ? await countDisqualifiedOut(db, tournamentId) : 0;
  return countRankable(registration) - eliminated + both;
}
