import { FIRST_ID } from "@tms/kit/values/ids";
import { decodePageToken, encodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type {
  LeaderboardLines,
  LeaderboardMoment,
  LeaderboardRow,
  LeaderboardSelection,
  LeaderboardStart,
  LinePosition,
} from "../db/leaderboard.ts";
import { PLACE } from "../db/sort-keys.ts";
import type { EntryState } from "../db/tables.ts";

/** A line of a leaderboard, with the rank that it would get if the tournament ended now. */
export interface RankedLine extends LeaderboardRow {
  /** Null for a disqualified entry and, until the end, for an entry that is in without a score. */
  rank: number | null;
  state: EntryState;
}

/** Sorts and ranks consecutive lines. Derives the ranks of later lines from the numbers in `better`. Pure. */
export function rankedLines(part: LeaderboardLines, moment: LeaderboardMoment): RankedLine[] {
  const rows = part.rows.toSorted(compareLines);
  const [first] = rows;
  const second = rows.findIndex((row) => row.place !== first?.place);
  const [atFirst, atSecond] = part.better;
  let better = atFirst ?? 0;
  return rows.map((row, index) => {
    if (index > 0 && row.place !== rows[index - 1]?.place)
      better = (atSecond ?? second) + index - second;
    return rankLine(row, better, moment);
  });
}

const compareLines = (one: LinePosition, other: LinePosition) =>
  compare(one.place ?? OUTSIDE, other.place ?? OUTSIDE) ||
  one.joinedMs - other.joinedMs ||
  compare(one.entryId, other.entryId);

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export interface LeaderboardWindow {
  lines: readonly RankedLine[];
  hasAhead: boolean;
  hasBehind: boolean;
}

/** Returns at most `size` lines after or before a position; null is the start of the board. Pure. */
export function windowBeside(
  lines: readonly RankedLine[],
  start: LeaderboardStart | null,
  size: number,
): LeaderboardWindow {
  if (start === null) return cutWindow(lines, 0, size);
  const sides = lines.map((line) => compareLines(line, start));
  if (start.side === "after") {
    const from = sides.filter((order) => order <= 0).length;
    return cutWindow(lines, from, from + size);
  }
  const to = sides.filter((order) => order < 0).length;
  return cutWindow(lines, Math.max(0, to - size), to);
}

/** Returns `size` lines around a line. If one side has too few lines, the other side has more. Pure. */
export function windowAround(lines: readonly RankedLine[], middle: number, size: number) {
  const first = Math.min(middle - Math.floor(size / 2), lines.length - size);
  const from = Math.max(0, first);
  return cutWindow(lines, from, from + size);
}

function cutWindow(all: readonly RankedLine[], from: number, to: number): LeaderboardWindow {
  const lines = all.slice(from, to);
  const isEmpty = lines.length === 0;
  return { lines, hasAhead: !isEmpty && from > 0, hasBehind: !isEmpty && to < all.length };
}

export const rankedSelection = (selection: LeaderboardSelection): RankedLine[] =>
  selection.rows.toSorted(compareLines).map((row) => rankLine(row, row.better, selection));

const ELIMINATED = Buffer.of(PLACE.eliminated).toString("hex");
const OUTSIDE = Buffer.of(PLACE.outside).toString("hex");

function rankLine(row: LeaderboardRow, better: number, moment: LeaderboardMoment): RankedLine {
  const { noScore, closed, entries, listed } = moment;
  if (row.disqualified) return { ...row, rank: null, state: "disqualified" };
  if (row.place === null && !closed) return { ...row, rank: null, state: "in" };
  const isEliminated = row.place?.startsWith(ELIMINATED) ?? false;
  // With `noScore: "in"`, entries that are in without a score rank ahead of eliminated entries.
  const unscored = isEliminated && noScore === "in" ? entries - listed : 0;
  const rank = 1 + better + unscored;
  return { ...row, rank, state: isEliminated ? "eliminated" : "in" };
}

const listOf = (tournamentId: string) => ["leaderboard", tournamentId];
// A sort key has at most 41 bytes.
const PARTS = [/^(after|before)$/, /^([0-9a-f]{2}){1,41}$/, TOKEN_PART.time, TOKEN_PART.id];

export function decodeStart(pageToken: string, tournamentId: string): LeaderboardStart | null {
  const parts = decodePageToken(pageToken, listOf(tournamentId), PARTS);
  if (parts === undefined) return null;
  const [side, place = "", joinedAt = "", entryId = ""] = parts;
  const joinedMs = Date.parse(joinedAt);
  return { side: side === "before" ? "before" : "after", place, joinedMs, entryId };
}

export const END: LeaderboardStart = {
  side: "before",
  place: OUTSIDE,
  joinedMs: 0,
  entryId: FIRST_ID,
};

/** Returns the tokens of the pages before and after a window. The token of a missing page is empty. */
export function encodeTokens(
  { lines, hasAhead, hasBehind }: LeaderboardWindow,
  tournamentId: string,
) {
  const token = (side: LeaderboardStart["side"], { place, joinedMs, entryId }: LinePosition) =>
    encodePageToken(listOf(tournamentId), [
      side,
      place ?? OUTSIDE,
      new Date(joinedMs).toISOString(),
      entryId,
    ]);
  const listed = lines.filter(({ place }) => place !== null);
  const last = listed.at(-1);
  return {
    previousPageToken: hasAhead ? token("before", listed[0] ?? END) : "",
    nextPageToken: hasBehind && last ? token("after", last) : "",
  };
}
