import { createBatcher } from "@tms/kit/batching/batcher";
import { fairQueue } from "@tms/kit/batching/fair-queue";
import type { Batching } from "@tms/kit/process/config";
import type { Registrations, RegistrationContext } from "../registration.ts";
import { recordScores, type ScoreOutcome } from "./record-scores.ts";
import type { ScoreRequest } from "./score-request.ts";

/** Records one score. Refusals are outcomes; it throws when the outcome is not known. */
export type SubmitScore = (request: ScoreRequest) => Promise<ScoreOutcome>;

// Bounds what a burst can pile up.
const MOST_WAITING = 8_192;

/**
 * Makes the one way scores are recorded. Those that arrive at the same time go together: one lock and
 * one commit, and each stratum written once. Games have equal shares, and so have a game's tournaments.
 */
export function createSubmitScore(
  { db }: RegistrationContext,
  registrations: Registrations,
  batching: Batching,
): SubmitScore {
  const record = createBatcher<ScoreRequest, ScoreOutcome>(
    async (requests, answer) => (await recordScores(db, requests)).forEach(answer),
    {
      ...batching,
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
