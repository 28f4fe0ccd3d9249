import { createBatcher } from "@tms/kit/batching/batcher";
import { fairQueue } from "@tms/kit/batching/fair-queue";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { resultOf } from "@tms/kit/rpc/outcomes";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Clients } from "../clients.ts";
import { until } from "../http/deadline.ts";
import { createSharedReads } from "./shared-reads.ts";

/** The ids of a tournament and its game. */
export interface TournamentKey {
  gameId: string;
  tournamentId: string;
}

interface Asked {
  key: TournamentKey;
  deadlineAt: number;
}

// One call accepts at most 128 tournaments.
const LIMITS = { maxBatch: 128, inFlight: 2, maxWaiting: 8_192 };

/**
 * Creates a function that reads one tournament with its prize pool and winners. Concurrent callers of a
 * tournament share one read, and reads of several tournaments share one call. It throws the refusal, or
 * DEADLINE_EXCEEDED at the caller's deadline on the clock of performance.now().
 */
export function createTournamentReader({ tournament: tournaments }: Pick<Clients, "tournament">) {
  const readBeside = createBatcher<Asked, Tournament | RemoteError>(
    (asked, answer) => readTogether(tournaments, asked, answer),
    { ...LIMITS, newQueue: byGame },
  );
  const shared = createSharedReads<Tournament>();

  async function read(key: TournamentKey, deadlineAt: number): Promise<Tournament> {
    const result = await readBeside({ key, deadlineAt });
    if (result instanceof RemoteError) throw result;
    return result;
  }

  return (key: TournamentKey, deadlineAt: number): Promise<Tournament> =>
    shared({
      key: `${key.gameId}/${key.tournamentId}`,
      deadlineAt,
      read: (latest) => read(key, latest),
    });
}

export type TournamentReader = ReturnType<typeof createTournamentReader>;

const byGame = <T extends { item: Asked }>() => fairQueue<T>(({ item }) => item.key.gameId);

async function readTogether(
  tournaments: Clients["tournament"],
  asked: readonly Asked[],
  answer: (result: Tournament | RemoteError, index: number) => void,
): Promise<void> {
  const request = { tournaments: asked.map(({ key }) => key), withPrizePools: true };
  const latest = Math.max(...asked.map(({ deadlineAt }) => deadlineAt));
  for await (const { outcomes } of tournaments.batchGetTournaments(request, until(latest)))
    for (const outcome of outcomes) answer(resultOf(outcome), outcome.index);
}
