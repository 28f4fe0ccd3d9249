import { toRefusal } from "@tms/kit/errors/refusal";
import { receive } from "@tms/kit/rpc/canonical-request";
import { originForLog, originOf, originOfItem, type Origin } from "@tms/kit/rpc/origin";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { metadataOf } from "@tms/kit/values/input";
import { ScoreRequestSchema, type ScoreRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { scoreMessage } from "../scoring/messages.ts";
import type { ScoreOutcome } from "../scoring/record-scores.ts";
import { attemptIdOf } from "../scoring/score-request.ts";

/** Records scores, each with an outcome of its own, sent as soon as it is known. */
export const batchSubmitScore = (context: Context): Rpcs["batchSubmitScore"] =>
  async function* ({ scores }, call) {
    const origin = originOf(call);
    const outcomes = scores.map(async (request, index) => {
      const about = () => originForLog(originOfItem(request.origin, origin));
      const outcome = await refusedAlone(
        context.log,
        () => submitOne(context, request, origin),
        about,
      );
      return outcomeMessage(index, outcome);
    });
    for await (const known of settledInGroups(outcomes)) yield { outcomes: known };
  };

/** Records one score. Checked here, because one invalid score must not refuse the others. */
async function submitOne(
  { submitScore }: Context,
  request: ScoreRequest,
  call: Origin,
): Promise<ScoreOutcome> {
  const fault = receive(ScoreRequestSchema, request);
  if (fault) return fault;
  const { requestId, gameId, tournamentId, handle, hold, repeatable, withRank } = request;
  const named = { requestId, tournamentId, handle, attempt: request.attempt ?? null };
  return await submitScore({
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
  });
}

const outcomeMessage = (index: number, outcome: ScoreOutcome) => ({
  index,
  outcome:
    outcome instanceof Error
      ? ({ case: "refused", value: toRefusal(outcome) } as const)
      : ({ case: "score", value: scoreMessage(outcome) } as const),
  recordedBefore: !(outcome instanceof Error) && outcome.repeated,
});
