import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { receive } from "@tms/kit/rpc/canonical-request";
import { originForLog, originOf, originOfItem, type Origin } from "@tms/kit/rpc/origin";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { metadataOf } from "@tms/kit/values/input";
import { ScoreRequestSchema, type ScoreRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { scoreMessage } from "../messages.ts";
import { attemptIdOf, type ScoreRequest as Score } from "../scoring/decide-scores.ts";
import type { ScoreOutcome } from "../scoring/record-scores.ts";

/**
 * Records scores, each with an outcome of its own. The scores of one request of a caller are recorded
 * in their order, without others between them. Outcomes are sent as soon as they are known.
 */
export const batchSubmitScore = (context: Context): Rpcs["batchSubmitScore"] =>
  async function* ({ scores }, call) {
    const origin = originOf(call);
    const groups = new Map<string, { index: number; score: Score }[]>();
    const refused: ReturnType<typeof outcomeMessage>[] = [];
    scores.forEach((request, index) => {
      const score = readScore(request, origin);
      if (score instanceof DomainError) return refused.push(outcomeMessage(index, score));
      // A call carries scores of several requests. A group that fails must not fail another request.
      const key = `${score.origin.requestId}/${score.gameId}/${score.tournamentId}`;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      return group.push({ index, score });
    });
    if (refused.length > 0) yield { outcomes: refused };
    const recorded = Array.from(groups.values(), async (group) => {
      const outcomes = await submitGroup(
        context,
        group.map(({ score }) => score),
      );
      return group.map(({ index }, place) => outcomeMessage(index, outcomes[place]));
    });
    for await (const known of settledInGroups(recorded)) yield { outcomes: known.flat() };
  };

/** Checks one score. An invalid score must not refuse the others. */
function readScore(request: ScoreRequest, call: Origin): Score | DomainError {
  const fault = receive(ScoreRequestSchema, request);
  if (fault) return fault;
  const { requestId, gameId, tournamentId, handle, hold, repeatable, withRank } = request;
  const named = { requestId, tournamentId, handle, attempt: request.attempt ?? null };
  try {
    return {
      ...named,
      attemptId: attemptIdOf(named),
      gameId,
      score: Number(request.score),
      tieBreaks: request.tieBreaks.map(Number),
      metadata: metadataOf("metadata", request.metadata) ?? "",
      hold,
      repeatable,
      withRank,
      origin: originOfItem(request.origin, call),
    };
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Records a group. If the group fails as a whole, each of its scores has that failure. */
async function submitGroup(
  { log, submitScores }: Context,
  scores: readonly Score[],
): Promise<ScoreOutcome[]> {
  const [first, ...rest] = scores;
  if (first === undefined) return [];
  const about = () => originForLog(first.origin);
  const outcomes = await refusedAlone(log, () => submitScores([first, ...rest]), about);
  return outcomes instanceof DomainError ? scores.map(() => outcomes) : outcomes;
}

const outcomeMessage = (index: number, outcome: ScoreOutcome | undefined) => {
  if (outcome === undefined) throw new Error("a score has no outcome");
  return {
    index,
    outcome:
      outcome instanceof Error
        ? ({ case: "refused", value: toRefusal(outcome) } as const)
        : ({ case: "score", value: scoreMessage(outcome) } as const),
    recordedBefore: !(outcome instanceof Error) && outcome.repeated,
  };
};
