import type { App } from "../../app-type.ts";
import type { Clients } from "../../clients.ts";
import type { TournamentReader } from "../../batching/tournament-reads.ts";
import { callerOf } from "../../auth/principal.ts";
import { deadlineOf, within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import * as operations from "./operations.ts";
import { timestampOf } from "../../values/times.ts";
import { newTerms, termsPatch } from "./terms.ts";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import { statusOf, tournamentJson, tournamentListItemJson } from "./json.ts";

/** Tournaments: create, change, find. */
export function tournamentRoutes(
  app: App,
  { tournament: tournaments }: Clients,
  read: TournamentReader,
): void {
  app.post("/tournament/create", { schema: operations.create }, async (request, reply) => {
    const { game } = callerOf(request);
    const { body } = request;
    if (body.game.toLowerCase() !== game.id)
      throw new ProblemError("GAME_NOT_FOUND", "The API key belongs to no such game.");
    const { tournament } = await tournaments.createTournament(
      { requestId: rpcRequestId(request), gameId: game.id, terms: newTerms(body, game) },
      within(request),
    );
    const created = tournamentJson(tournament, game);
    return reply
      .code(201)
      .header("location", `/tournament/${created.id}`)
      .send({ message: "Tournament created successfully", tournament: created });
  });

  const update = { schema: operations.update };
  app.patch("/tournament/:tournamentId/update", update, async (request) => {
    const { game } = callerOf(request);
    const { tournament } = await tournaments.updateTournament(
      {
        requestId: rpcRequestId(request),
        gameId: game.id,
        tournamentId: tournamentIdOf(request),
        patch: termsPatch(request.body, game),
      },
      within(request),
    );
    const message = "Tournament updated successfully";
    return { message, tournament: tournamentJson(tournament, game) };
  });

  app.get("/tournament/:tournamentId", { schema: operations.read }, async (request) => {
    const { game } = callerOf(request);
    const key = { gameId: game.id, tournamentId: tournamentIdOf(request) };
    const tournament = await read(key, deadlineOf(request));
    return { tournament: tournamentJson(tournament, game) };
  });

  app.get("/tournament", { schema: operations.list }, async (request) => {
    const { game } = callerOf(request);
    const { status, endsAfter, endsBefore, limit, cursor } = request.query;
    const page = await tournaments.listTournaments(
      {
        gameId: game.id,
        pageSize: limit ?? 0,
        pageToken: cursor ?? "",
        ...(status && { status: statusOf(status) }),
        ...(endsAfter && { endsAfter: timestampOf(endsAfter) }),
        ...(endsBefore && { endsBefore: timestampOf(endsBefore) }),
      },
      within(request),
    );
    return {
      tournaments: page.tournaments.map((item) => tournamentListItemJson(item, game)),
      nextCursor: page.nextPageToken || null,
    };
  });
}
