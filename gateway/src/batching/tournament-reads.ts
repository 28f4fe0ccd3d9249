import { createBatcher } from "@tms/kit/batching/batcher";
import { fairQueue } from "@tms/kit/batching/fair-queue";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Clients } from "../clients.ts";
import { until } from "../http/deadline.ts";
import { createSharedReads } from "./shared-reads.ts";

/** Names a tournament of a game. */
export interface TournamentKey {
  gameId: string;
  tournamentId: string;
}

interface Asked {
  key: TournamentKey;
  deadlineAt: number;
}

// A batch holds as many tournaments as one call takes.
const LIMITS = { maxBatch: 128, inFlight: 2, maxWaiting: 8_192 };

/**
 * Creates a function that reads one tournament with its prize pool and winners: once for all callers
 * who read it at the same time, and in one call with other tournaments that are read then. It throws
 * the refusal, or DEADLINE_EXCEEDED at the caller's deadline on the clock of performance.now().
 */
export function createTournamentReader({ tournament: tournaments }: Pick<Clients, "tournament">) {
  const readBeside = createBatcher<Asked, Tournament | undefined>(
    (asked, answer) => readTogether(tournaments, asked, answer),
    { ...LIMITS, newQueue: byGame },
  );
  const shared = createSharedReads<Tournament | undefined>();

  async function read(key: TournamentKey, deadlineAt: number): Promise<Tournament | undefined> {
    const together = await readBeside({ key, deadlineAt });
    if (together) return together;
    // A batch leaves out unknown tournaments, and those whose prize pool or winners take longer.
    return (await tournaments.getTournament(key, until(deadlineAt))).tournament;
  }

  return (key: TournamentKey, deadlineAt: number): Promise<Tournament | undefined> =>
    shared({
      key: nameOf(key.gameId, key.tournamentId),
      deadlineAt,
      read: (latest) => read(key, latest),
    });
}

export type TournamentReader = ReturnType<typeof createTournamentReader>;

const byGame = <T extends { item: Asked }>() => fairQueue<T>(({ item }) => item.key.gameId);

async function readTogether(
  tournaments: Clients["tournament"],
  asked: readonly Asked[],
  answer: (tournament: Tournament | undefined, index: number) => void,
): Promise<void> {
  const found = await tournaments.batchGetTournaments(
    { tournaments: asked.map(({ key }) => key), withPrizePools: true },
    until(Math.max(...asked.map(({ deadlineAt }) => deadlineAt))),
  );
  // A tournament without a prize pool is left out: a service of an earlier release sends none here.
  const told = found.tournaments.filter(({ prizePool }) => prizePool !== undefined);
  const byName = new Map(told.map((one) => [nameOf(one.gameId, one.id), one]));
  asked.forEach(({ key }, index) =>
    answer(byName.get(nameOf(key.gameId, key.tournamentId)), index),
  );
}

const nameOf = (gameId: string, tournamentId: string) => `${gameId}/${tournamentId}`;
