import type { App } from "../../app-type.ts";
import { roleOf } from "@tms/resources/member";
import { personOf, principalOf, roleIn } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { gameJson } from "../../openapi/game.ts";
import { termsOf } from "./json.ts";
import * as operations from "./operations.ts";

type GameClients = Pick<Clients, "game" | "member">;

/** Games, as their members see them. */
export function gameRoutes(app: App, clients: GameClients): void {
  ownRoutes(app, clients);
  changeRoutes(app, clients);
}

function ownRoutes(app: App, { game: games, member: members }: GameClients): void {
  app.post("/game/create", operations.create, async (request, reply) => {
    const { userId: ownerId } = personOf(request);
    const terms = termsOf(request.body);
    const { game } = await games.createGame(
      { requestId: rpcRequestId(request), ownerId, ...terms },
      within(request),
    );
    return reply
      .code(201)
      .send({ message: "Game created successfully", game: gameJson(game, "owner") });
  });

  app.get("/game", operations.list, async (request) => {
    const { userId } = personOf(request);
    const { limit: pageSize = 0, cursor: pageToken = "" } = request.query;
    const page = await members.listPersonGames({ userId, pageSize, pageToken }, within(request));
    return {
      games: page.games.map(({ game, role }) => gameJson(game, roleOf(role))),
      nextCursor: page.nextPageToken || null,
    };
  });

  // Asked anew, for what access-checks.ts knows may be some seconds old.
  app.get("/game/:gameId", operations.read, async (request) => {
    const { userId } = personOf(request);
    const where = { case: "projectId", value: principalOf(request).game.projectId } as const;
    const { game, role } = await members.authorizePerson({ userId, where }, within(request));
    return { game: gameJson(game, roleOf(role)) };
  });

  app.post("/invitation/accept", operations.accept, async (request) => {
    const { userId } = personOf(request);
    const requestId = rpcRequestId(request);
    const { member, game } = await members.acceptInvitation(
      { requestId, userId, token: request.body.token },
      within(request),
    );
    if (member === undefined) throw new Error("the game service answered without the member");
    return {
      message: "Invitation accepted successfully",
      game: gameJson(game, roleOf(member.role)),
    };
  });
}

function changeRoutes(app: App, { game: games }: GameClients): void {
  app.patch("/game/:gameId/update", operations.update, async (request) => {
    const { projectId } = principalOf(request).game;
    const { game } = await games.renameGame(
      { requestId: rpcRequestId(request), projectId, name: request.body.name },
      within(request),
    );
    return { message: "Game renamed successfully", game: gameJson(game, roleIn(request)) };
  });

  app.post("/game/:gameId/test/reset", operations.resetTest, async (request, reply) => {
    const { projectId } = principalOf(request).game;
    const { game } = await games.resetTestGame(
      { requestId: rpcRequestId(request), projectId, name: request.body.name },
      within(request),
    );
    return reply.code(201).send({
      message: "Test environment reset successfully",
      game: gameJson(game, roleIn(request)),
    });
  });
}
