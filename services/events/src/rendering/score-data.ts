import type { Score } from "@tms/proto/tms/entry/v1/entry";
import type { ScoreRecorded } from "@tms/proto/tms/event/v1/event";
import { scoreJson, standingJson } from "@tms/resources/score";

/** Scores that were recorded together. */
export const scoresData = (recorded: ScoreRecorded) => ({
  tournament: recorded.tournamentId,
  firstSequence: Number(recorded.firstSequence),
  lastSequence: Number(recorded.lastSequence),
  attempts: recorded.attempts,
  gamers: recorded.gamers.map(({ gamerId, handle, entryId, standing }) => ({
    gamer: gamerId,
    gamerHandle: handle,
    entry: entryId,
    standing: standingJson(standing, false),
  })),
  gamersCount: recorded.gamerCount,
});

/** A score that waits for a review. */
export const heldScoreData = (score: Score) => ({
  tournament: score.tournamentId,
  ...scoreJson(score, false),
});
