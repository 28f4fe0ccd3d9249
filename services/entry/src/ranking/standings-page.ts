import { decodePageToken, TOKEN_PART, type ListIdentity } from "@tms/kit/values/page";
import type { StandingsPosition } from "../db/standings.ts";

/** The list that page tokens of a tournament's standings belong to. */
export const standingsOf = (tournamentId: string): ListIdentity => [
  "standings",
  tournamentId.toLowerCase(),
];

/** Where a page of the standings begins; null for the first. */
export function positionOf(token: string, list: ListIdentity): StandingsPosition | null {
  const parts = decodePageToken(token, list, [TOKEN_PART.count, TOKEN_PART.time, TOKEN_PART.id]);
  if (parts === undefined) return null;
  const [standing = "0", joinedAt = "", id = ""] = parts;
  return { standing: Number(standing), joinedAt: new Date(joinedAt), id };
}
