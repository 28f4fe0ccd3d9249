import type { Queryable } from "@tms/kit/database/handle";
import { STATEMENTS } from "./leaderboard-statements.ts";

/** A line of a leaderboard, as it is read: moments are milliseconds, places in hexadecimal. */
export interface LeaderboardRow {
  entryId: string;
  gamerId: string;
  handle: string;
  displayName: string | null;
  /** Null for one who has no place of their own, and is not listed. */
  place: string | null;
  disqualified: boolean;
  joinedMs: number;
  score: number | null;
  tieBreaks: number[];
  attempts: number;
  reachedMs: number | null;
  /** The sequence of the attempt that last changed score or tie-breaks. */
  reached: number | null;
}

/** What a leaderboard is at one moment, whatever is read of it. */
export interface LeaderboardMoment {
  gameId: string;
  /** All confirmed entries but the disqualified, and those that have a place of their own. */
  entries: number;
  listed: number;
  /** Whether the tournament ended or was cancelled. */
  closed: boolean;
  noScore: "in" | "out";
  /** How many attempts a gamer has. */
  attemptsEach: number;
  sequence: bigint;
  changedAt: Date;
}

/** Lines that follow each other, all of one moment. */
export interface LeaderboardLines extends LeaderboardMoment {
  rows: LeaderboardRow[];
  /**
   * How many entries stand at better places than the first line, and than the first line that stands
   * at another place, as far as there are such lines.
   */
  better: number[];
}

/** A page of a leaderboard, or its end. */
export interface LeaderboardPage extends LeaderboardLines {
  /** Whether lines stand before these, and after them. */
  hasAhead: boolean;
  hasBehind: boolean;
}

/** Lines of some gamers, wherever they stand, all of one moment. */
export interface LeaderboardSelection extends LeaderboardMoment {
  /** Each with how many entries stand at better places; see {@link standsAt} for those without a place. */
  rows: (LeaderboardRow & { better: number })[];
}

/** A position in a leaderboard: that of an entry. */
export interface LeaderboardPosition {
  place: Buffer;
  joinedAt: Date;
  entryId: string;
}

/** Where a page begins: after an entry, or so that it ends before one. */
export interface LeaderboardStart extends LeaderboardPosition {
  side: "after" | "before";
}

/** Reads a page, from the beginning or from where it starts; undefined where there is no board. */
export async function readLeaderboardPage(
  db: Queryable,
  tournamentId: string,
  start: LeaderboardStart | null,
  size: number,
): Promise<LeaderboardPage | undefined> {
  const name = start?.side ?? "first";
  const position = start ? [start.place, start.joinedAt, start.entryId] : [];
  const { rows } = await db.$client.query<LeaderboardPage>({
    name: `leaderboard-${name}`,
    text: STATEMENTS[name],
    values: [tournamentId, size, ...position],
  });
  return rows[0];
}

/** Of which game's tournament a leaderboard is read, by handles of that game. */
interface OfGame {
  tournamentId: string;
  gameId: string;
}

/**
 * Reads as many lines around the one of a gamer as a window of a size can show, and one more on each
 * side; no lines where the gamer has no place of their own, undefined where there is no board.
 */
export async function readLeaderboardAround(
  db: Queryable,
  { tournamentId, gameId }: OfGame,
  handle: string,
  size: number,
): Promise<LeaderboardLines | undefined> {
  const { rows } = await db.$client.query<LeaderboardLines>({
    name: "leaderboard-around",
    text: STATEMENTS.around,
    values: [tournamentId, size, gameId, handle],
  });
  return rows[0];
}

/** Reads the lines of those of these gamers who are entered; undefined where there is no board. */
export async function readLeaderboardOf(
  db: Queryable,
  { tournamentId, gameId }: OfGame,
  handles: readonly string[],
): Promise<LeaderboardSelection | undefined> {
  const { rows } = await db.$client.query<LeaderboardSelection>({
    name: "leaderboard-of",
    text: STATEMENTS.of,
    values: [tournamentId, handles, gameId],
  });
  return rows[0];
}
