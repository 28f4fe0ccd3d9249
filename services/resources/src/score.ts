import { wordsOf } from "@tms/kit/values/words";
import {
  ScoreState,
  ScoreVerdict,
  type Score,
  type ScoreDecision,
  type Standing,
} from "@tms/proto/tms/entry/v1/entry";
import { decidedJson } from "./decided.ts";
import { isoOf, isoOrNull } from "./values/times.ts";

/** Whether attempts count, by the words of the REST API. */
export const SCORE_STATES = wordsOf(ScoreState);

/** What is decided on attempts, by the words of the REST API. */
export const VERDICTS = wordsOf(ScoreVerdict);

/** An attempt as callers see it, without what its gamer's attempts come to. */
function attemptJson(score: Score) {
  const state = SCORE_STATES.word(score.state);
  if (state === undefined) throw new Error("a service returned a score without a state");
  return {
    id: score.id,
    gamer: score.gamerId,
    gamerHandle: score.handle,
    entry: score.entryId,
    attempt: score.attempt ?? null,
    score: Number(score.score),
    tieBreaks: score.tieBreaks.map(Number),
    state,
    metadata: score.metadata === "" ? null : (JSON.parse(score.metadata) as object),
    createdAt: isoOf(score.createTime),
  };
}

/** An attempt as callers see it; with the rank of its gamer where that was asked for. */
export const scoreJson = (score: Score, withRank: boolean) => ({
  ...attemptJson(score),
  standing: standingJson(score.standing, withRank),
});

/** What a gamer's attempts come to, as callers see it. */
export function standingJson(standing: Standing | undefined, withRank: boolean) {
  if (standing === undefined) throw new Error("a service returned a score without a standing");
  return {
    score: standing.score === undefined ? null : Number(standing.score),
    tieBreaks: standing.tieBreaks.map(Number),
    attempts: standing.attempts,
    attemptsLeft: standing.attemptsLeft,
    reachedAt: isoOrNull(standing.reachTime),
    ...(withRank && { rank: standing.rank ?? null }),
  };
}

/** An attempt and the decisions on it as callers see them. */
export const reviewedScoreJson = (score: Score) => ({
  tournament: score.tournamentId,
  ...attemptJson(score),
  decisions: score.decisions.map(decisionJson),
});

function decisionJson(told: ScoreDecision) {
  const decision = VERDICTS.word(told.verdict);
  if (decision === undefined) throw new Error("a service returned an unknown decision");
  return { decision, ...decidedJson(told) };
}
