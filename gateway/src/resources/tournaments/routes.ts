import type { App } from "../../app-type.ts";
import { isGame } from "../../auth/environment.ts";
import { principalOf } from "../../auth/principal.ts";
import type { TournamentReader } from "../../batching/tournament-reads.ts";
import type { Clients } from "../../clients.ts";
import { metadataText } from "../../http/body/metadata.ts";
import { deadlineOf, within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { TOURNAMENT_METADATA_BYTES } from "@tms/resources/values/metadata";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import { timestampOf } from "@tms/resources/values/times";
import { statusOf, tournamentJson, tournamentListItemJson } from "@tms/resources/tournament";
import { newTerms, termsPatch } from "./json.ts";
import * as operations from "./operations.ts";

type TournamentClients = Pick<Clients, "tournament">;

/** Tournaments: create, change, find, publish, cancel, complete. */
export function tournamentRoutes(
  app: App,
  clients: TournamentClients,
  read: TournamentReader,
): void {
  termsRoutes(app, clients);
  readRoutes(app, clients, read);
  lifecycleRoutes(app, clients);
}

function termsRoutes(app: App, { tournament: tournaments }: TournamentClients): void {
  app.post("/tournament/create", operations.create, async (request, reply) => {
    const { game } = principalOf(request);
    const { body } = request;
    if (body.game !== undefined && !isGame(game, body.game))
      throw new ProblemError("GAME_NOT_FOUND", "The API key belongs to a different game.");
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

  app.patch("/tournament/:tournamentId/update", operations.update, async (request) => {
    const { game } = principalOf(request);
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

  app.patch("/tournament/:tournamentId/metadata", operations.metadata, async (request) => {
    const { game } = principalOf(request);
    const { tournament } = await tournaments.updateMetadata(
      {
        requestId: rpcRequestId(request),
        gameId: game.id,
        tournamentId: tournamentIdOf(request),
        metadata: metadataText(request.body.metadata, TOURNAMENT_METADATA_BYTES),
      },
      within(request),
    );
    const message = "Metadata replaced successfully";
    return { message, tournament: tournamentJson(tournament, game) };
  });
}

function readRoutes(
  app: App,
  { tournament: tournaments }: TournamentClients,
  read: TournamentReader,
): void {
  app.get("/tournament/:tournamentId", operations.read, async (request) => {
    const { game } = principalOf(request);
    const key = { gameId: game.id, tournamentId: tournamentIdOf(request) };
    const tournament = await read(key, deadlineOf(request));
    return { tournament: tournamentJson(tournament, game) };
  });

  app.get("/tournament", operations.list, async (request) => {
    const { game } = principalOf(request);
    const { status, endsAfter, endsBefore, externalId = "", limit, cursor } = request.query;
    const page = await tournaments.listTournaments(
      {
        gameId: game.id,
        pageSize: limit ?? 0,
        pageToken: cursor ?? "",
        externalId,
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

function lifecycleRoutes(app: App, { tournament: tournaments }: TournamentClients): void {
  app.patch("/tournament/:tournamentId/publish", operations.publish, async (request) => {
    const { game } = principalOf(request);
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

  app.patch("/tournament/:tournamentId/cancel", operations.cancel, async (request) => {
    const { game } = principalOf(request);
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

  app.patch("/tournament/:tournamentId/complete", operations.complete, async (request) => {
    const { game } = principalOf(request);
    const ranks = request.body.ranks ?? [];
    const { tournament } = await tournaments.completeTournament(
      {
        requestId: rpcRequestId(request),
        gameId: game.id,
        tournamentId: tournamentIdOf(request),
        finalRanks: ranks.map(({ gamer, rank }) => ({ handle: gamer, rank })),
      },
      within(request),
    );
    const message = "Tournament completed successfully";
    return { message, tournament: tournamentJson(tournament, game) };
  });
}
