import type { Game } from "@tms/proto/tms/game/v1/game";
import { ROLES, type Role } from "@tms/resources/member";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { personOf, principalOf, roleIn } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { gameJson, type GameJson } from "../../openapi/schemas/game.ts";
import { clocksOf } from "./clocks.ts";
import { termsOf } from "./json.ts";
import * as operations from "./operations.ts";

type GameClients = Pick<Clients, "game" | "member" | "clock">;

/** Games, as their members see them. */
export function gameRoutes(app: App, clients: GameClients): void {
  ownRoutes(app, clients);
  changeRoutes(app, clients);
}

function ownRoutes(app: App, clients: GameClients): void {
  const { game: games, member: members } = clients;
  const shown = shownBy(clients);
  app.post("/game/create", operations.create, async (request, reply) => {
    const { userId: ownerId } = personOf(request);
    const terms = termsOf(request.body);
    const { game } = await games.createGame(
      { requestId: rpcRequestId(request), ownerId, ...terms },
      within(request),
    );
    return reply
      .code(201)
      .send({ message: "Game created successfully", game: await shown(request, game, "owner") });
  });

  app.get("/game", operations.list, async (request) => {
    const { userId } = personOf(request);
    const { limit: pageSize = 0, cursor: pageToken = "" } = request.query;
    const page = await members.listPersonGames({ userId, pageSize, pageToken }, within(request));
    const clockOf = await clocksOf(
      clients,
      page.games.map(({ game }) => game),
      request,
    );
    return {
      games: page.games.map(({ game, role }) => gameJson(game, ROLES.get(role), clockOf(game))),
      nextCursor: page.nextPageToken || null,
    };
  });

  // Asked anew, for what access-checks.ts knows may be some seconds old.
  app.get("/game/:gameId", operations.read, async (request) => {
    const { userId } = personOf(request);
    const where = { case: "projectId", value: principalOf(request).game.projectId } as const;
    const { game, role } = await members.authorizePerson({ userId, where }, within(request));
    return { game: await shown(request, game, ROLES.get(role)) };
  });

  app.post("/invitation/accept", operations.accept, async (request) => {
    const { userId } = personOf(request);
    const requestId = rpcRequestId(request);
    const { member, game } = await members.acceptInvitation(
      { requestId, userId, token: request.body.token },
      within(request),
    );
    if (member === undefined) throw new Error("the game service returned no member");
    return {
      message: "Invitation accepted successfully",
      game: await shown(request, game, ROLES.get(member.role)),
    };
  });
}

/** Shows one game, with its test environment's clock. */
const shownBy =
  (clients: GameClients) =>
  async (request: FastifyRequest, game: Game | undefined, as: Role): Promise<GameJson> =>
    gameJson(game, as, (await clocksOf(clients, [game], request))(game));

function changeRoutes(app: App, clients: GameClients): void {
  const { game: games } = clients;
  const shown = shownBy(clients);
  app.patch("/game/:gameId/update", operations.update, async (request) => {
    const { projectId } = principalOf(request).game;
    const { game } = await games.renameGame(
      { requestId: rpcRequestId(request), projectId, name: request.body.name },
      within(request),
    );
    return {
      message: "Game renamed successfully",
      game: await shown(request, game, roleIn(request)),
    };
  });

  app.post("/game/:gameId/test/reset", operations.resetTest, async (request, reply) => {
    const { projectId } = principalOf(request).game;
    const { game } = await games.resetTestGame(
      { requestId: rpcRequestId(request), projectId, name: request.body.name },
      within(request),
    );
    return reply.code(201).send({
      message: "Test environment reset successfully",
      game: await shown(request, game, roleIn(request)),
    });
  });
}
