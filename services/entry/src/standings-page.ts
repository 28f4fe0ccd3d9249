import { decodePageToken, TOKEN_PART } from "@tms/kit/page";
import type { StandingsPosition } from "./db/standings.ts";

/** Where a page of the standings begins; null for the first. */
export function positionOf(token: string): StandingsPosition | null {
  const parts = decodePageToken(token, [TOKEN_PART.count, TOKEN_PART.time, TOKEN_PART.id]);
  if (parts === undefined) return null;
  const [rank = "0", joinedAt = "", id = ""] = parts;
  return { rank: Number(rank), joinedAt: new Date(joinedAt), id };
}
