import { cutPage, decodePageToken, TOKEN_PART, type Page } from "@tms/kit/values/page";
import { standingsOrderOf } from "../db/standings-order.ts";
import type { StandingsRow, StandingsPosition } from "../db/standings.ts";

// All of the disqualified are at the last of the standings, 1,000,000,000.
const ORDER_PART = /^(\d{1,9}|10{9})$/;

const listOf = (tournamentId: string) => ["standings", tournamentId];

/** Where a page of a tournament's standings begins; null for the first. */
export function positionOf(pageToken: string, tournamentId: string): StandingsPosition | null {
  const parts = decodePageToken(pageToken, listOf(tournamentId), [
    ORDER_PART,
    TOKEN_PART.time,
    TOKEN_PART.id,
  ]);
  if (parts === undefined) return null;
  const [order = "0", joinedAt = "", id = ""] = parts;
  return { order: Number(order), joinedAt: new Date(joinedAt), id };
}

type Positioned = Pick<
  StandingsRow,
  "id" | "exitNumber" | "placement" | "disqualified" | "joinedMs"
>;

/** Cuts a page of a tournament's standings from rows of which one more than `size` was read. */
export const cutStandings = <T extends Positioned>(
  rows: readonly T[],
  size: number,
  tournamentId: string,
): Page<T> =>
  cutPage(rows, size, listOf(tournamentId), (row) => [
    standingsOrderOf(row),
    new Date(row.joinedMs).toISOString(),
    row.id,
  ]);
