import type { Queryable } from "@tms/kit/database/handle";
import { FIRST_ID } from "@tms/kit/values/ids";
import { cutPage, decodePageToken, TOKEN_PART, type Page } from "@tms/kit/values/page";
import { readPlaced, readUnplaced } from "../db/final-standings.ts";
import { countDisqualifiedOut, listEliminationSizes } from "../db/placements.ts";
import { countConfirmed, countRankable, type RegistrationState } from "../db/registrations.ts";
import { toStandingsOrder } from "../db/standings-order.ts";
import { listStandingsBriefly } from "../db/standings.ts";
import { behind } from "../db/strata.ts";
import { rankOf, takeGroups, toRankGroups, type RankGroup } from "./competition-rank.ts";
import type { FrozenRow } from "./freeze.ts";
import {
  countPayable,
  findPayableGroups,
  readPayable,
  type PartPosition,
} from "./scored-ranking.ts";
import { cutStandings, decodePosition } from "./standings-page.ts";

export interface PreviewRequest {
  /** The number of ranks with prizes. */
  prizeRanks: number;
  /** The size of the page of winners; 0 for no page. */
  size: number;
  pageToken: string;
}

/** The winners if the tournament ended now. */
export interface RankingPreview {
  /** The number of entries that can be paid; undefined if all can. */
  payable: number | undefined;
  /** The best rank groups, as many as hold the ranks with prizes. */
  groups: readonly RankGroup[];
  /** A page of the entries of these groups. */
  page: Page<FrozenRow>;
  /** Whether an entry before the page shares the rank of its first entry. */
  continued: boolean;
}

/** Previews a tournament without scores. Entries that are still in share the first rank. */
export async function previewRanking(
  db: Queryable,
  registration: RegistrationState,
  { prizeRanks, size, pageToken }: PreviewRequest,
): Promise<RankingPreview> {
  const { tournamentId, eliminated, disqualified } = registration;
  const entries = countConfirmed(registration);
  const rankable = countRankable(registration);
  // `eliminated` and `disqualified` both count an entry that was eliminated before its disqualification.
  const both = disqualified > 0 ? await countDisqualifiedOut(db, tournamentId) : 0;
  const stillIn = rankable - eliminated + both;
  const out = await listEliminationSizes(db, tournamentId, prizeRanks);
  const sizes = [stillIn, ...out].filter((count) => count > 0).map((count) => ({ entries: count }));
  const groups = takeGroups(toRankGroups(sizes), prizeRanks);
  const lastRank = groups.at(-1)?.rank ?? 0;
  const after = decodePosition(pageToken, tournamentId);
  const rows = size === 0 ? [] : await listStandingsBriefly(db, tournamentId, after, size + 1);
  const winners = rows.flatMap((row) => {
    const rank = rankOf(row, entries, true);
    return rank === null || rank > lastRank ? [] : [{ ...row, rank }];
  });
  const findEarliest = async (row: (typeof winners)[number]) => {
    const start = { order: toStandingsOrder(row), joinedAt: new Date(0), id: FIRST_ID };
    return await listStandingsBriefly(db, tournamentId, start, 1);
  };
  return {
    payable: disqualified > 0 ? rankable : undefined,
    groups,
    page: cutStandings(winners, size, tournamentId),
    continued: after !== null && (await isContinued(winners, findEarliest)),
  };
}

/** Previews a tournament with scores by the current sort keys of its board. */
export async function previewScored(
  db: Queryable,
  registration: RegistrationState,
  { prizeRanks, size, pageToken }: PreviewRequest,
): Promise<RankingPreview> {
  const { tournamentId } = registration;
  const groups = takeGroups(await findPayableGroups(db, registration, prizeRanks), prizeRanks);
  const ranks = new Map(groups.map(({ place, rank }) => [toHex(place), rank]));
  const from = decodePlacePosition(pageToken, tournamentId);
  const rows = size === 0 ? [] : await readPayable(db, tournamentId, from, size + 1);
  const winners = rows.flatMap((row) => {
    const rank = ranks.get(toHex(row.place));
    return rank === undefined ? [] : [{ ...row, rank }];
  });
  const findEarliest = async ({ place }: (typeof winners)[number]) =>
    place
      ? await readPlaced(db, tournamentId, { from: place, to: behind(place) }, null, 1)
      : await readUnplaced(db, "unscored", tournamentId, null, 1);
  return {
    payable: await countPayable(db, registration),
    groups,
    page: cutPage(winners, size, toList(tournamentId), (row) => [
      row.part,
      toHex(row.place),
      new Date(row.joinedMs).toISOString(),
      row.id,
    ]),
    continued: from.after !== null && (await isContinued(winners, findEarliest)),
  };
}

/** Returns whether another entry with the rank of the first row joined before it. */
async function isContinued<T extends { id: string }>(
  [first]: readonly T[],
  findEarliest: (row: T) => Promise<readonly { id: string }[]>,
): Promise<boolean> {
  if (first === undefined) return false;
  const [earliest] = await findEarliest(first);
  return earliest?.id !== first.id;
}

/** Returns an empty text for entries without a score. */
const toHex = (place: Buffer | null): string => place?.toString("hex") ?? "";

const toList = (tournamentId: string) => ["ranking preview", tournamentId];
// A sort key has at most 41 bytes.
const TOKEN_PARTS = [/^[0-2]$/, /^([0-9a-f]{2}){0,41}$/, TOKEN_PART.time, TOKEN_PART.id];

/** The token contains a sort key, so an entry that moves between two pages may appear twice or not at all. */
function decodePlacePosition(pageToken: string, tournamentId: string): PartPosition {
  const parts = decodePageToken(pageToken, toList(tournamentId), TOKEN_PARTS);
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
