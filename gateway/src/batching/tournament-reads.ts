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

// As many tournaments as one call takes, and what a burst can pile up.
const LIMITS = { maxBatch: 128, inFlight: 2, maxWaiting: 8_192 };

/**
 * Reads one tournament, with its prize pool and winners: once for all who read it at the same time,
 * and in one call with the others that are read then. Throws the refusal, and DEADLINE_EXCEEDED to
 * a caller who would wait longer, on the clock of performance.now().
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
    // What the batch leaves out is told, or refused, by itself.
    return (await tournaments.getTournament(key, until(deadlineAt))).tournament;
  }

  return (key: TournamentKey, deadlineAt: number): Promise<Tournament | undefined> =>
    shared({
      key: nameOf(key.gameId, key.tournamentId),
      deadlineAt,
      read: (latest) => read(key, latest),
    });
}

/** What {@link createTournamentReader} returns. */
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
  // A release of the service that does not know how to tell prize pools here leaves all of them out.
  const told = found.tournaments.filter(({ prizePool }) => prizePool !== undefined);
  const byName = new Map(told.map((one) => [nameOf(one.gameId, one.id), one]));
  asked.forEach(({ key }, index) =>
    answer(byName.get(nameOf(key.gameId, key.tournamentId)), index),
  );
}

const nameOf = (gameId: string, tournamentId: string) => `${gameId}/${tournamentId}`;
