import type { Queryable } from "@tms/kit/database/handle";
import { FIRST_ID } from "@tms/kit/values/ids";
import { cutPage, decodePageToken, TOKEN_PART, type Page } from "@tms/kit/values/page";
import { readPlaced, readUnplaced } from "../db/final-standings.ts";
import { countTakenOutTwice, listEliminationSizes } from "../db/placements.ts";
import { confirmedOf, rankableOf, type RegistrationState } from "../db/registrations.ts";
import { standingsOrderOf } from "../db/standings-order.ts";
import { listStandingsBriefly } from "../db/standings.ts";
import { groupsHolding, rankedGroups, rankOf, type RankGroup } from "./competition-rank.ts";
import type { FrozenRow } from "./freeze.ts";
import {
  countPayable,
  findPayableGroups,
  payablePartsOf,
  readInOrder,
  scoringOf,
  type PartPosition,
  type PartRow,
} from "./scored-ranking.ts";
import { cutStandings, positionOf } from "./standings-page.ts";
import { behind } from "../scoring/change-standings.ts";

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

/** Tells how a tournament that takes scores would be ranked: by the places that its board has now. */
export async function previewScored(
  db: Queryable,
  registration: RegistrationState,
  { prizeRanks, size, pageToken }: PreviewAsked,
): Promise<RankingPreview> {
  const { tournamentId } = registration;
  const parts = payablePartsOf(await scoringOf(db, tournamentId));
  const groups = groupsHolding(await findPayableGroups(db, registration, prizeRanks), prizeRanks);
  const rankAt = new Map(groups.map(({ place, rank }) => [keyOf(place), rank]));
  const from = placePositionOf(pageToken, tournamentId);
  const rows = size === 0 ? [] : await readInOrder(db, tournamentId, parts, from, size + 1);
  const winning = rows.flatMap((row) => {
    const rank = rankAt.get(keyOf(row.place));
    return rank === undefined ? [] : [{ ...row, rank }];
  });
  const [first] = winning;
  const isContinued = from.after !== null && first !== undefined;
  return {
    payable: await countPayable(db, registration),
    groups,
    page: cutPage(winning, size, listOf(tournamentId), (row) => [
      row.part,
      keyOf(row.place),
      new Date(row.joinedMs).toISOString(),
      row.id,
    ]),
    continued: isContinued && !(await isFirstAtPlace(db, tournamentId, first)),
  };
}

/** A place as text; empty for those without a score. */
const keyOf = (place: Buffer | null): string => place?.toString("hex") ?? "";

/** Whether nobody at the same place joined before. */
async function isFirstAtPlace(
  db: Queryable,
  tournamentId: string,
  { id, place }: PartRow,
): Promise<boolean> {
  const [earliest] = place
    ? await readPlaced(db, tournamentId, { from: place, to: behind(place) }, null, 1)
    : await readUnplaced(db, "unscored", tournamentId, null, 1);
  return earliest?.id === id;
}

const listOf = (tournamentId: string) => ["ranking preview", tournamentId];
// A place has 41 bytes at most.
const TOKEN_PARTS = [/^[0-2]$/, /^([0-9a-f]{2}){0,41}$/, TOKEN_PART.time, TOKEN_PART.id];

/** Where a page begins. A place, not an entry: whoever moves meanwhile is met twice, or not at all. */
function placePositionOf(pageToken: string, tournamentId: string): PartPosition {
  const parts = decodePageToken(pageToken, listOf(tournamentId), TOKEN_PARTS);
  if (parts === undefined) return { part: 0, after: null };
  const [part = "0", place = "", joinedAt = "", entryId = ""] = parts;
  return {
    part: Number(part),
    after: {
      place: place === "" ? null : Buffer.from(place, "hex"),
      joinedAt: new Date(joinedAt),
      entryId,
    },
  };
}
