import { createBatcher } from "@tms/kit/batching/batcher";
import { keepAnswers } from "@tms/kit/batching/kept-answers";
import type { TournamentGame } from "@tms/proto/tms/tournament/v1/tournament";
import type { Clients } from "../../clients.ts";
import { CALL_LIMIT } from "../call-limit.ts";

// A tournament never changes its game.
const KEEPING = { nameOf: (tournamentId: string) => tournamentId, forMs: Infinity, most: 50_000 };
const LIMITS = { maxBatch: 128, inFlight: 2, maxWaiting: 8_192 };

/** Creates a function that finds the game that a tournament belongs to. */
export function createTournamentGames(tournaments: Clients["tournament"]) {
  const lookUp = createBatcher<string, TournamentGame | undefined>(async (ids, answer) => {
    const request = { tournamentIds: [...ids] };
    const { games } = await tournaments.batchFindGames(request, CALL_LIMIT);
    const found = new Map(games.map((one) => [one.tournamentId, one]));
    ids.forEach((id, index) => answer(found.get(id), index));
  }, LIMITS);
  return keepAnswers(lookUp, KEEPING);
}
