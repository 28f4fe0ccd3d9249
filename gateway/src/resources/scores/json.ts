import type { LeaderboardEntry, ReadLeaderboardResponse } from "@tms/proto/tms/entry/v1/entry";
import { entryStateName } from "@tms/resources/entry";
import { isoOrNull } from "@tms/resources/values/times";
import type { LeaderboardEntryJson, LeaderboardJson, StandingsJson } from "./schemas.ts";

/** Part of a leaderboard as callers see it; with metadata where that was asked for. */
export const leaderboardJson = (
  page: ReadLeaderboardResponse,
  withMetadata: boolean,
): LeaderboardJson => ({
  standings: linesJson(page, withMetadata),
  entries: page.entries,
  listed: page.listed,
  asOf: asOfJson(page),
  nextCursor: page.nextPageToken || null,
  previousCursor: page.previousPageToken || null,
});

/** Some gamers of a leaderboard as callers see them; with metadata where that was asked for. */
export const standingsJson = (
  page: ReadLeaderboardResponse,
  withMetadata: boolean,
): StandingsJson => ({
  standings: linesJson(page, withMetadata),
  missing: page.missing,
  asOf: asOfJson(page),
});

const linesJson = ({ standings }: ReadLeaderboardResponse, withMetadata: boolean) =>
  standings.map((line) => ({
    ...lineJson(line),
    ...(withMetadata && { metadata: metadataJson(line.metadata) }),
  }));

const lineJson = (line: LeaderboardEntry): LeaderboardEntryJson => ({
  rank: line.rank ?? null,
  entry: line.entryId,
  gamer: line.gamerId,
  gamerHandle: line.handle,
  ...(line.displayName !== "" && { displayName: line.displayName }),
  score: line.score === undefined ? null : Number(line.score),
  tieBreaks: line.tieBreaks.map(Number),
  attempts: line.attempts,
  reachedAt: isoOrNull(line.reachTime),
  state: entryStateName(line.state),
});

const asOfJson = (page: ReadLeaderboardResponse) => ({
  sequence: Number(page.asOfSequence),
  at: isoOrNull(page.asOf),
});

const metadataJson = (text: string): object | null =>
  text === "" ? null : (JSON.parse(text) as object);
