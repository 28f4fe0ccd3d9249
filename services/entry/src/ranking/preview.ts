import type { Queryable } from "@tms/kit/database/handle";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { PreviewRankingRequest } from "@tms/proto/tms/entry/v1/entry";
import type { RegistrationState } from "../db/registrations.ts";
import { takeGroups } from "./competition-rank.ts";
import { before, findPayableGroups, readRanking, type PartPosition } from "./ranking-parts.ts";

/**
 * Returns the winners as if the tournament ended now: the best rank groups that together hold the ranks with
 * prizes, and a page of their entries. With page size 0, the page is empty. `continued` is true if an entry
 * before the page shares the rank of the first entry of the page.
 */
export async function previewRanking(
  db: Queryable,
  registration: RegistrationState,
  { places: prizeRanks, pageSize: size, pageToken }: PreviewRankingRequest,
) {
  const { tournamentId } = registration;
  const groups = takeGroups(await findPayableGroups(db, registration, prizeRanks), prizeRanks);
  const ranks = new Map(groups.map(({ place, rank }) => [place, rank]));
  const from = decodePosition(pageToken, tournamentId);
  const rows = size === 0 ? [] : await readRanking(db, registration, "payable", from, size + 1);
  const winners = rows.flatMap((row) => {
    const rank = ranks.get(row.place);
    return rank === undefined ? [] : [{ ...row, rank }];
  });
  const [first] = winners;
  const start = from.after && first && { part: first.part, after: before(first.place) };
  const [earliest] = start ? await readRanking(db, registration, "payable", start, 1) : [];
  return {
    groups,
    page: cutPage(winners, size, toList(tournamentId), (row) => [
      row.part,
      row.place ?? "",
      new Date(row.joinedMs).toISOString(),
      row.id,
    ]),
    continued: earliest !== undefined && earliest.id !== first?.id,
  };
}

const toList = (tournamentId: string) => ["ranking preview", tournamentId];
// A sort key has 5 to 41 bytes.
const TOKEN_PARTS = [/^[0-2]$/, /^(([0-9a-f]{2}){5,41})?$/, TOKEN_PART.time, TOKEN_PART.id];

// The token contains a sort key. An entry whose sort key changes between two pages may appear twice or not at
// all.
function decodePosition(pageToken: string, tournamentId: string): PartPosition {
  const parts = decodePageToken(pageToken, toList(tournamentId), TOKEN_PARTS);
  if (parts === undefined) return { part: 0, after: null };
  const [part, place = "", joinedAt = "", id = ""] = parts;
  const after = { place: place === "" ? null : place, joinedMs: Date.parse(joinedAt), id };
  return { part: Number(part), after };
}
