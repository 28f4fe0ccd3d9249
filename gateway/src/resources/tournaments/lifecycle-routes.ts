import type { App } from "../../app-type.ts";
import type { Clients } from "../../clients.ts";
import { callerOf } from "../../auth/principal.ts";
import { within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import * as operations from "./lifecycle-operations.ts";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import { tournamentJson } from "./json.ts";

// Final ranks of thousands of gamers need room.
const RANKS_LIMIT_BYTES = 1024 * 1024;

/** A tournament's transitions. */
export function lifecycleRoutes(app: App, { tournament: tournaments }: Clients): void {
  const publish = { schema: operations.publish };
  app.patch("/tournament/:tournamentId/publish", publish, async (request) => {
    const { game } = callerOf(request);
    const { tournament } = await tournaments.publishTournament(
      {
        requestId: rpcRequestId(request),
        gameId: game.id,
        tournamentId: tournamentIdOf(request),
      },
      within(request),
    );
    const message = "Tournament published successfully";
    return { message, tournament: tournamentJson(tournament, game) };
  });

  const cancel = { schema: operations.cancel };
  app.patch("/tournament/:tournamentId/cancel", cancel, async (request) => {
    const { game } = callerOf(request);
    const { tournament } = await tournaments.cancelTournament(
      {
        requestId: rpcRequestId(request),
        gameId: game.id,
        tournamentId: tournamentIdOf(request),
      },
      within(request),
    );
    const message = "Tournament cancelled successfully";
    return { message, tournament: tournamentJson(tournament, game) };
  });

  const complete = { schema: operations.complete, bodyLimit: RANKS_LIMIT_BYTES };
  app.patch("/tournament/:tournamentId/complete", complete, async (request) => {
    const { game } = callerOf(request);
    const ranks = request.body.ranks ?? [];
    const { tournament } = await tournaments.completeTournament(
      {
        requestId: rpcRequestId(request),
        gameId: game.id,
        tournamentId: tournamentIdOf(request),
        finalRanks: ranks.map(({ gamer, rank }) => ({ handle: gamer.normalize("NFC"), rank })),
      },
      within(request),
    );
    const message = "Tournament completed successfully";
    return { message, tournament: tournamentJson(tournament, game) };
  });
}
