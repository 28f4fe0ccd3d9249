import { createBatcher } from "@tms/kit/batching/batcher";
import { fairQueue } from "@tms/kit/batching/fair-queue";
import type { Registrations, RegistrationContext } from "../registration.ts";
import { recordScores, type ScoreOutcome } from "./record-scores.ts";
import type { ScoreRequest } from "./score-request.ts";

/** Records one score. Refusals are outcomes; it throws when the outcome is not known. */
export type SubmitScore = (request: ScoreRequest) => Promise<ScoreOutcome>;

// The fuller a batch, the less each of its scores costs; but those behind it wait for its board, and a
// slow disk must not make them wait for longer than a lock is waited for. While one batch has the lock,
// the next one is made ready.
const BATCHES = { maxBatch: 500, inFlight: 2 };
// Bounds what a burst can pile up.
const MOST_WAITING = 8_192;

/**
 * Makes the one way scores are recorded. Those that arrive at the same time go together: one lock and
 * one commit, and each stratum written once. Games have equal shares, and so have a game's tournaments.
 */
export function createSubmitScore(
  { db }: RegistrationContext,
  registrations: Registrations,
): SubmitScore {
  const record = createBatcher<ScoreRequest, ScoreOutcome>(
    async (requests, answer) => (await recordScores(db, requests)).forEach(answer),
    {
      ...BATCHES,
      maxWaiting: MOST_WAITING,
      newQueue: <T extends { item: ScoreRequest }>() =>
        fairQueue<T>(
          ({ item }) => item.gameId,
          () => fairQueue(({ item }) => item.tournamentId),
        ),
    },
  );
  return async (request) => (await registrations.open(request)) ?? (await record(request));
}
