import type { Queryable } from "@tms/kit/database/handle";
import { cutPage, decodePageToken, TOKEN_PART, type Page } from "@tms/kit/values/page";
import type { RegistrationState } from "../db/registrations.ts";
import { takeGroups, type RankGroup } from "./competition-rank.ts";
import type { Ranked } from "./entry-rank.ts";
import {
  findFirstOfRank,
  findPayableGroups,
  readPayable,
  type PartPosition,
  type PartRow,
} from "./ranking-parts.ts";

export interface PreviewRequest {
  /** The number of ranks with prizes. */
  prizeRanks: number;
  /** The size of the page of winners; 0 for no page. */
  size: number;
  pageToken: string;
}

/** The winners if the tournament ended now. */
export interface RankingPreview {
  /** The best rank groups, as many as hold the ranks with prizes. */
  groups: readonly RankGroup[];
  /** A page of the entries of these groups. */
  page: Page<Ranked<PartRow>>;
  /** Whether an entry before the page shares the rank of its first entry. */
  continued: boolean;
}

/** Previews a ranking. Entries that are still in without a score share a rank. */
export async function previewRanking(
  db: Queryable,
  registration: RegistrationState,
  { prizeRanks, size, pageToken }: PreviewRequest,
): Promise<RankingPreview> {
  const { tournamentId } = registration;
  const groups = takeGroups(await findPayableGroups(db, registration, prizeRanks), prizeRanks);
  const ranks = new Map(groups.map(({ place, rank }) => [toHex(place), rank]));
  const from = decodePosition(pageToken, tournamentId);
  const rows = size === 0 ? [] : await readPayable(db, registration, from, size + 1);
  const winners = rows.flatMap((row) => {
    const rank = ranks.get(toHex(row.place));
    return rank === undefined ? [] : [{ ...row, rank }];
  });
  const [first] = winners;
  const firstOfRank =
    from.after && first ? await findFirstOfRank(db, registration, first) : undefined;
  return {
    groups,
    page: cutPage(winners, size, toList(tournamentId), (row) => [
      row.part,
      toHex(row.place),
      new Date(row.joinedMs).toISOString(),
      row.id,
    ]),
    continued: firstOfRank !== undefined && firstOfRank.id !== first?.id,
  };
}

/** Returns an empty text for entries without a score. */
const toHex = (place: Buffer | null): string => place?.toString("hex") ?? "";

const toList = (tournamentId: string) => ["ranking preview", tournamentId];
// A sort key has 5 to 41 bytes.
const TOKEN_PARTS = [/^[0-2]$/, /^(([0-9a-f]{2}){5,41})?$/, TOKEN_PART.time, TOKEN_PART.id];

/** The token contains a sort key, so an entry that moves between two pages may appear twice or not at all. */
function decodePosition(pageToken: string, tournamentId: string): PartPosition {
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
