import { idempotent } from "@tms/kit/database/idempotent";
import { stageEvents } from "@tms/kit/events/stage";
import { originOf } from "@tms/kit/rpc/origin";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { reviewed } from "../events.ts";
import { reviewedMessage, VERDICTS } from "../messages.ts";
import { reasonOf } from "../reason.ts";
import { requireRegistration } from "../registration.ts";
import { reviewScores as review } from "../scoring/review-scores.ts";

const method = EntryService.method.reviewScores;

/** Decides on attempts, all or none. */
export const reviewScores =
  (context: Context): Rpcs["reviewScores"] =>
  async (request, call) => {
    const { gameId, scoreIds } = request;
    const reason = reasonOf(request);
    await requireRegistration(context, request);
    const verdict = VERDICTS.word(request.verdict);
    if (verdict === undefined) throw new Error("a verdict is unknown");
    const mutation = { faultPoint: "entry.review-scores", method, request } as const;
    return await idempotent(context.db, mutation, async (tx) => {
      const origin = originOf(call);
      const scores = await review(tx, request, { scoreIds, verdict, reason, origin }, call.signal);
      await stageEvents(tx, reviewed(gameId, scores, origin));
      return { scores: scores.map(withoutReason) };
    });
  };

// A thousand reasons as long as they may be would not fit into one answer, and all are the same.
const withoutReason = (score: Parameters<typeof reviewedMessage>[0]) =>
  reviewedMessage({
    ...score,
    decisions: score.decisions.map((decision) => ({ ...decision, reason: "" })),
  });
