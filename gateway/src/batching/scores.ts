import type { MessageInitShape } from "@bufbuild/protobuf";
import { resultOf } from "@tms/kit/rpc/outcomes";
import type { Score, ScoreRequestSchema } from "@tms/proto/tms/entry/v1/entry";
import type { Clients } from "../clients.ts";
import { createTimedBatches, type TimedCall } from "./timed-batches.ts";

// A batch has room for the largest request, which has 1,000 scores.
const BATCHES = { maxBatch: 1_000, inFlight: 2 };

interface PendingScores extends Pick<TimedCall, "of" | "deadlineAt"> {
  scores: readonly MessageInitShape<typeof ScoreRequestSchema>[];
}

export interface RecordedScore {
  score: Score;
  recordedBefore: boolean;
}

/** The results of a request's scores, in order. The result of a refused score is an Error. */
type ScoreResults = (RecordedScore | Error)[];

/**
 * Creates a function that records the scores of a request in one shared batch. Throws DEADLINE_EXCEEDED at the
 * caller's deadline, even if the scores were sent and may be recorded.
 */
export function createScorer({ entry }: Pick<Clients, "entry">) {
  const send = createTimedBatches<PendingScores & { weight: number }, ScoreResults>(
    async function* (calls, options) {
      const places = calls.flatMap(({ scores }, call) =>
        scores.map((_, place) => ({ call, place })),
      );
      const results = calls.map(({ scores }) => ({
        known: [] as ScoreResults,
        left: scores.length,
      }));
      const scores = calls.flatMap((call) => call.scores);
      for await (const { outcomes } of entry.batchSubmitScore({ scores }, options)) {
        yield outcomes.flatMap((outcome) => {
          const { call, place } = places[outcome.index] ?? { call: -1, place: 0 };
          const result = results[call];
          if (result === undefined) throw new Error("an outcome has no matching score");
          const score = resultOf(outcome);
          const { recordedBefore } = outcome;
          result.known[place] = score instanceof Error ? score : { score, recordedBefore };
          return --result.left === 0 ? [{ index: call, result: result.known }] : [];
        });
      }
    },
    BATCHES,
  );
  return (call: PendingScores): Promise<ScoreResults> =>
    send({ ...call, weight: call.scores.length });
}
