import { cutPage, decodePageToken, TOKEN_PART, type Page } from "@tms/kit/values/page";
import { toStandingsOrder } from "../db/standings-order.ts";
import type { ListedRow, StandingsPosition } from "../db/standings.ts";

// All disqualified entries have the order 1,000,000,000.
const PARTS = [/^(\d{1,9}|10{9})$/, TOKEN_PART.time, TOKEN_PART.id];

const toList = (tournamentId: string) => ["standings", tournamentId];

/** Returns the position where a page begins; null for the first page. */
export function decodePosition(pageToken: string, tournamentId: string): StandingsPosition | null {
  const parts = decodePageToken(pageToken, toList(tournamentId), PARTS);
  if (parts === undefined) return null;
  const [order = "0", joinedAt = "", id = ""] = parts;
  return { order: Number(order), joinedAt: new Date(joinedAt), id };
}

export const cutStandings = <T extends ListedRow>(
  rows: readonly T[],
  size: number,
  tournamentId: string,
): Page<T> =>
  cutPage(rows, size, toList(tournamentId), (row) => [
    toStandingsOrder(row),
    new Date(row.joinedMs).toISOString(),
    row.id,
  ]);
