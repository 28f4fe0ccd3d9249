import type { Queryable } from "@tms/kit/database/handle";
import type { Page } from "@tms/kit/values/page";
import { FIRST_ID } from "@tms/kit/values/ids";
import { countTakenOutTwice, listEliminationSizes } from "../db/ranking.ts";
import { confirmedOf, rankableOf, type RegistrationState } from "../db/registrations.ts";
import { standingsOrderOf } from "../db/standings-order.ts";
import { listStandingsBriefly } from "../db/standings.ts";
import {
  groupsHolding,
  rankedGroups,
  rankOf,
  type RankGroup,
} from "../ranking/competition-rank.ts";
import type { FrozenRow } from "./freeze-rankings.ts";
import { cutStandings, positionOf } from "../ranking/standings-page.ts";

/** How much of a ranking is of interest: the places with prizes, and a page of who holds them. */
export interface PreviewAsked {
  prizeRanks: number;
  /** 0 for no page. */
  size: number;
  pageToken: string;
}

/** A ranking as an end at this moment would freeze it, as far as places have prizes. */
export interface RankingPreview {
  /** How many entries can be paid; undefined where all can. */
  payable: number | undefined;
  /** The best rank groups, as many as hold the places with prizes. */
  groups: readonly RankGroup[];
  /** The entries of these groups, in their order. */
  page: Page<FrozenRow>;
  /** Whether the first of the page shares its rank with one that joined before. */
  continued: boolean;
}

/** Tells how a tournament without scores would be ranked: those still in share the first rank. */
export async function previewRanking(
  db: Queryable,
  registration: RegistrationState,
  { prizeRanks, size, pageToken }: PreviewAsked,
): Promise<RankingPreview> {
  const { tournamentId, eliminated, disqualified } = registration;
  const entries = confirmedOf(registration);
  const rankable = rankableOf(registration);
  // Whoever was disqualified after an elimination is among both.
  const both = disqualified > 0 ? await countTakenOutTwice(db, tournamentId) : 0;
  const stillIn = rankable - eliminated + both;
  const out = await listEliminationSizes(db, tournamentId, prizeRanks);
  const sizes = [stillIn, ...out].filter((count) => count > 0).map((count) => ({ entries: count }));
  const groups = groupsHolding(rankedGroups(sizes), prizeRanks);
  const lastRank = groups.at(-1)?.rank ?? 0;
  const after = positionOf(pageToken, tournamentId);
  const rows = size === 0 ? [] : await listStandingsBriefly(db, tournamentId, after, size + 1);
  const winning = rows.flatMap((row) => {
    const rank = rankOf(row, entries, true);
    return rank === null || rank > lastRank ? [] : [{ ...row, rank }];
  });
  const [first] = winning;
  return {
    payable: disqualified > 0 ? rankable : undefined,
    groups,
    page: cutStandings(winning, size, tournamentId),
    continued:
      after !== null && first !== undefined && !(await isEarliest(db, tournamentId, first)),
  };
}

/** Whether nobody with the same standing joined before. */
async function isEarliest(
  db: Queryable,
  tournamentId: string,
  row: Parameters<typeof standingsOrderOf>[0] & { id: string },
): Promise<boolean> {
  const before = { order: standingsOrderOf(row), joinedAt: new Date(0), id: FIRST_ID };
  const [earliest] = await listStandingsBriefly(db, tournamentId, before, 1);
  return earliest?.id === row.id;
}
