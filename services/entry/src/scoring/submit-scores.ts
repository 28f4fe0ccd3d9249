import { createBatcher } from "@tms/kit/batching/batcher";
import { fairQueue, fifoQueue } from "@tms/kit/batching/fair-queue";
import type { Db } from "@tms/kit/database/handle";
import type { OpenRegistration } from "../registration.ts";
import type { ScoreRequest } from "./decide-scores.ts";
import { recordScores, type ScoreOutcome } from "./record-scores.ts";

/** Scores of one tournament that were sent together, in their order. */
type ScoreGroup = readonly [ScoreRequest, ...ScoreRequest[]];

/**
 * Records a group of scores in one transaction, in their order and without other scores between them. Returns
 * an outcome per score. Throws if the outcomes are unknown.
 */
export type SubmitScores = (group: ScoreGroup) => Promise<ScoreOutcome[]>;

// A larger batch costs less per score. But later scores wait for the lock of the board, and on a slow disk
// this must not take longer than the lock timeout. While one batch has the lock, the next batch is prepared.
// A group that is larger than a batch is a batch of its own.
const BATCHES = { maxBatch: 500, inFlight: 2 };
// Bounds the scores that wait during a burst.
const MAX_WAITING = 8_192;

/**
 * Creates the function that records scores. Groups that arrive at the same time share a transaction: one
 * lock, one commit, and one write per stratum. Games have equal shares, and so have the tournaments of a
 * game.
 */
export function createSubmitScores(db: Db, openRegistration: OpenRegistration): SubmitScores {
  const record = createBatcher<ScoreGroup, ScoreOutcome[]>(
    async (groups, answer) => {
      const outcomes = await recordScores(db, groups.flat());
      groups.forEach((group, index) => answer(outcomes.splice(0, group.length), index));
    },
    {
      ...BATCHES,
      maxWaiting: MAX_WAITING,
      newQueue: <T extends { item: ScoreGroup }>() =>
        fairQueue<T>(
          ({ item: [first] }) => first.gameId,
          () =>
            fairQueue(
              ({ item: [first] }) => first.tournamentId,
              () => fifoQueue(({ item }) => item.length),
            ),
        ),
    },
  );
  return async (group) => {
    const refusal = await openRegistration(group[0]);
    return refusal === undefined ? await record(group) : group.map(() => refusal);
  };
}
