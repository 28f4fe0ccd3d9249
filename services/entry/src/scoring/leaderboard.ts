import { FIRST_ID } from "@tms/kit/values/ids";
import { decodePageToken, encodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type {
  LeaderboardLines,
  LeaderboardMoment,
  LeaderboardRow,
  LeaderboardSelection,
  LeaderboardStart,
} from "../db/leaderboard.ts";
import { PLACE } from "../db/strata.ts";
import type { EntryState } from "../db/tables.ts";
import { rankOnBoard } from "./places.ts";

/** A line of a leaderboard and the rank that an end at this moment would give it. */
export interface RankedLine extends LeaderboardRow {
  /** Null for a disqualified entry and, until the end, for one that is in without a score. */
  rank: number | null;
  state: EntryState;
}

/**
 * Ranks the lines of a part: two ranks are looked up, those of the first line and of the first one at
 * another place, and the others are counted on from there. Pure.
 */
export function rankedLines(part: LeaderboardLines): RankedLine[] {
  const { rows } = part;
  const [first] = rows;
  const second = rows.findIndex((row) => row.place !== first?.place);
  let [better = 0, betterThanSecond = 0] = part.better;
  return rows.map((row, index) => {
    if (index > 0 && row.place !== rows[index - 1]?.place)
      better = betterThanSecond + index - second;
    return ranked(row, better, part);
  });
}

/** Lines that are shown, and whether there are others before them and after them. */
export interface LeaderboardWindow {
  lines: readonly RankedLine[];
  hasAhead: boolean;
  hasBehind: boolean;
}

/** So many lines around one of them; where one side has too few, the other has more. Pure. */
export function windowAround(
  lines: readonly RankedLine[],
  middle: number,
  size: number,
): LeaderboardWindow {
  const first = Math.min(middle - Math.floor(size / 2), lines.length - size);
  const from = Math.max(0, first);
  const to = from + size;
  return { lines: lines.slice(from, to), hasAhead: from > 0, hasBehind: to < lines.length };
}

/** Ranks the lines of a selection, each of which was looked up. Pure. */
export const rankedSelection = (selection: LeaderboardSelection): RankedLine[] =>
  selection.rows.map((row) => ranked(row, row.better, selection));

const ELIMINATED = Buffer.of(PLACE.eliminated).toString("hex");

function ranked(row: LeaderboardRow, better: number, moment: LeaderboardMoment): RankedLine {
  const { noScore, closed, entries, listed } = moment;
  if (row.disqualified) return { ...row, rank: null, state: "disqualified" };
  if (row.place === null && !closed) return { ...row, rank: null, state: "in" };
  const isEliminated = row.place?.startsWith(ELIMINATED) ?? false;
  const rank = rankOnBoard(better, isEliminated, { noScore, unscored: entries - listed });
  return { ...row, rank, state: isEliminated ? "eliminated" : "in" };
}

const listOf = (tournamentId: string) => ["leaderboard", tournamentId];
// A place has 41 bytes at most.
const PARTS = [/^(after|before)$/, /^([0-9a-f]{2}){1,41}$/, TOKEN_PART.time, TOKEN_PART.id];

/** Where a page of a leaderboard starts; null for the first. */
export function startOf(pageToken: string, tournamentId: string): LeaderboardStart | null {
  const parts = decodePageToken(pageToken, listOf(tournamentId), PARTS);
  if (parts === undefined) return null;
  const [side, place = "", joinedAt = "", entryId = ""] = parts;
  return {
    side: side === "before" ? "before" : "after",
    place: Buffer.from(place, "hex"),
    joinedAt: new Date(joinedAt),
    entryId,
  };
}

/** Stands behind all entries that have a place of their own. */
export const END: LeaderboardStart = {
  side: "before",
  place: Buffer.of(PLACE.outside),
  joinedAt: new Date(0),
  entryId: FIRST_ID,
};

/** The tokens of the pages before and after some lines; empty where there is none. */
export function tokensOf({ lines, hasAhead, hasBehind }: LeaderboardWindow, tournamentId: string) {
  const token = ({ side, place, joinedAt, entryId }: LeaderboardStart) =>
    encodePageToken(listOf(tournamentId), [
      side,
      place.toString("hex"),
      joinedAt.toISOString(),
      entryId,
    ]);
  const listed = lines.flatMap(({ place, joinedMs, entryId }) =>
    place === null
      ? []
      : [{ place: Buffer.from(place, "hex"), joinedAt: new Date(joinedMs), entryId }],
  );
  const last = listed.at(-1);
  return {
    previousPageToken: hasAhead ? token({ ...(listed[0] ?? END), side: "before" }) : "",
    nextPageToken: hasBehind && last ? token({ ...last, side: "after" }) : "",
  };
}
