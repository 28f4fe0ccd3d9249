import type { MessageInitShape } from "@bufbuild/protobuf";
import { resultOf } from "@tms/kit/rpc/outcomes";
import type { Score, ScoreOutcome, ScoreRequestSchema } from "@tms/proto/tms/entry/v1/entry";
import type { Clients } from "../clients.ts";
import { createTimedBatches, type TimedCall } from "./timed-batches.ts";

// As many as a request has at most; the entry service records them in parts.
const BATCHES = { maxBatch: 1_000, inFlight: 2 };

/** A score of one gamer, and how long its caller waits. */
export interface PendingScore extends TimedCall {
  score: MessageInitShape<typeof ScoreRequestSchema>;
}

/** An attempt as it stands, and whether it was recorded before. */
export interface RecordedScore {
  score: Score;
  recordedBefore: boolean;
}

/**
 * Creates a function that records one score. Calls made at the same time travel in one batch. It
 * throws the refusal, or DEADLINE_EXCEEDED at the caller's deadline.
 */
export const createScorer = ({ entry }: Pick<Clients, "entry">) =>
  createTimedBatches<PendingScore, RecordedScore>(async function* (calls, options) {
    const scores = calls.map(({ score }) => score);
    for await (const { outcomes } of entry.batchSubmitScore({ scores }, options))
      yield outcomes.map((outcome) => ({ index: outcome.index, result: recordedOf(outcome) }));
  }, BATCHES);

export type Scorer = ReturnType<typeof createScorer>;

function recordedOf(outcome: ScoreOutcome): RecordedScore | Error {
  const score = resultOf(outcome);
  return score instanceof Error ? score : { score, recordedBefore: outcome.recordedBefore };
}
