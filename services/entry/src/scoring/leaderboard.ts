import { decodePageToken, encodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type {
  LeaderboardLines,
  LeaderboardMoment,
  LeaderboardRow,
  LeaderboardSelection,
  LeaderboardStart,
} from "../db/scoring/leaderboard.ts";
import { PLACE } from "../ranking/places.ts";
import type { EntryState } from "../values/places.ts";

/** A line of a leaderboard and the rank that an end at this moment would give it. */
export interface RankedLine extends LeaderboardRow {
  /** Null without a place of its own. */
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

/** So many lines with one of them in the middle, of lines that are at least as many on each side. Pure. */
export function windowAround(
  lines: readonly RankedLine[],
  middle: number,
  size: number,
): LeaderboardWindow {
  const from = Math.max(0, middle - Math.floor(size / 2));
  const to = middle + Math.ceil(size / 2);
  return { lines: lines.slice(from, to), hasAhead: from > 0, hasBehind: to < lines.length };
}

/** Ranks the lines of a selection, each of which was looked up. Pure. */
export const rankedSelection = (selection: LeaderboardSelection): RankedLine[] =>
  selection.rows.map((row) => ranked(row, row.better, selection));

function ranked(row: LeaderboardRow, better: number, moment: LeaderboardMoment): RankedLine {
  const { noScore, entries, listed } = moment;
  if (row.place === null)
    return { ...row, rank: null, state: row.disqualified ? "disqualified" : "in" };
  const eliminated = Number.parseInt(row.place.slice(0, 2), 16) === PLACE.eliminated;
  // Those who are in without a score may stand between the others and the eliminated.
  const unscored = eliminated && noScore === "in" ? entries - listed : 0;
  return { ...row, rank: 1 + better + unscored, state: eliminated ? "eliminated" : "in" };
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

/** The tokens of the pages before and after some lines; empty where there is none. */
export function tokensOf({ lines, hasAhead, hasBehind }: LeaderboardWindow, tournamentId: string) {
  const listed = lines.filter(({ place }) => place !== null);
  const token = (side: LeaderboardStart["side"], line: LeaderboardRow | undefined) =>
    line === undefined
      ? ""
      : encodePageToken(listOf(tournamentId), [
          side,
          line.place ?? "",
          new Date(line.joinedMs).toISOString(),
          line.entryId,
        ]);
  return {
    previousPageToken: hasAhead ? token("before", listed[0]) : "",
    nextPageToken: hasBehind ? token("after", listed.at(-1)) : "",
  };
}
