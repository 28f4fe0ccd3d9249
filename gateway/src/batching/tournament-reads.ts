import { resultOf } from "@tms/kit/rpc/outcomes";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Clients } from "../clients.ts";
import { createTimedBatches, type TimedCall } from "./timed-batches.ts";

// One call accepts at most 128 tournaments.
const BATCHES = { maxBatch: 128, inFlight: 2 };

/**
 * Creates a function that reads one tournament with its prize pool and winners. Concurrent reads share one
 * call. It throws the refusal, or DEADLINE_EXCEEDED at the caller's deadline.
 */
export function createTournamentReader({ tournament: tournaments }: Pick<Clients, "tournament">) {
  return createTimedBatches<TimedCall, Tournament>(async function* (calls, options) {
    const request = { tournaments: calls.map(({ of }) => of), withPrizePools: true };
    for await (const { outcomes } of tournaments.batchGetTournaments(request, options))
      yield outcomes.map((outcome) => ({ index: outcome.index, result: resultOf(outcome) }));
  }, BATCHES);
}

export type TournamentReader = ReturnType<typeof createTournamentReader>;
