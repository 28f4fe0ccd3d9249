import type { Queryable } from "@tms/kit/database/handle";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { RegistrationState } from "../db/registrations.ts";
import { readPlaced, readUnplaced } from "../db/scoring/final-standings.ts";
import { groupsHolding } from "../ranking/competition-rank.ts";
import type { PreviewAsked, RankingPreview } from "./preview.ts";
import { countPayable, findPayableGroups } from "./payable.ts";
import {
  payablePartsOf,
  readInOrder,
  scoringOf,
  type PartPosition,
  type PartRow,
} from "./ranking-parts.ts";
import { behind } from "../scoring/strata.ts";

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
  const from = positionOf(pageToken, tournamentId);
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
    continued: isContinued && !(await isEarliest(db, tournamentId, first)),
  };
}

/** A place as text; empty for those without a score. */
const keyOf = (place: Buffer | null): string => place?.toString("hex") ?? "";

/** Whether nobody at the same place joined before. */
async function isEarliest(
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
function positionOf(pageToken: string, tournamentId: string): PartPosition {
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
