import { isId } from "@tms/kit/values/ids";
import { scopesOf } from "@tms/resources/rights";
import type { FastifyRequest } from "fastify";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import type { Access } from "./access.ts";
import { createMemberships, type GameName } from "./people/memberships.ts";
import { createTournamentGames } from "./people/tournament-games.ts";
import { isPerson, type Caller, type Person, type Principal } from "./principal.ts";

/**
 * Finds the environment in which a request acts. A key knows its own. A person's is the one that the
 * header X-Game-Id names, else that of the body, else the tournament's own. Where the path names a
 * game itself, it is that game's live environment.
 */
export function createEnvironments(clients: Pick<Clients, "member" | "tournament">) {
  const findMembership = createMemberships(clients.member);
  const findGame = createTournamentGames(clients.tournament);

  async function enter(person: Person, where: GameName): Promise<Principal | undefined> {
    if (!isId("gameId" in where ? where.gameId : where.projectId)) return undefined;
    const found = await findMembership(person.actor.id, where);
    if (found === undefined) return undefined;
    const { game, role, mode } = found;
    return { game, role, actor: person.actor, scopes: scopesOf(role, mode) };
  }

  async function enterGame(person: Person, where: GameName): Promise<Principal> {
    const principal = await enter(person, where);
    // A stranger is not told whether there is such a game.
    if (principal === undefined) throw new ProblemError("GAME_NOT_FOUND");
    return principal;
  }

  async function enterByTournament(person: Person, tournamentId: string): Promise<Principal> {
    const found = isId(tournamentId) ? await findGame(tournamentId.toLowerCase()) : undefined;
    const principal = found && (await enter(person, { gameId: found.gameId }));
    if (principal !== undefined) return principal;
    throw new ProblemError("TOURNAMENT_NOT_FOUND", "The game has no such tournament.");
  }

  async function enterByHeader(
    person: Person,
    gameId: string,
    entered?: Principal,
  ): Promise<Principal> {
    const principal = await enterGame(person, { gameId });
    if (entered !== undefined && principal.game.projectId !== entered.game.projectId)
      throw conflict();
    return entered ?? principal;
  }

  return {
    /** Before the body is read; undefined if only the body can tell. */
    async ofRequest(
      caller: Caller,
      request: FastifyRequest,
      access: Access,
    ): Promise<Principal | undefined> {
      const named = headerOf(request);
      if (!isPerson(caller)) {
        if (named !== undefined && named.toLowerCase() !== caller.game.id) throw conflict();
        return caller;
      }
      const projectId = parameterOf(request, "gameId");
      const entered = projectId === undefined ? undefined : await enterGame(caller, { projectId });
      if (named !== undefined) return await enterByHeader(caller, named, entered);
      if (entered !== undefined) return entered;
      if (access.gameInBody === true) return undefined;
      const tournamentId = parameterOf(request, "tournamentId");
      if (tournamentId === undefined) throw new ProblemError("GAME_REQUIRED");
      return await enterByTournament(caller, tournamentId);
    },

    /** Once the body is read; undefined if it names none, which its schema then refuses. */
    async ofBody(
      person: Person,
      request: FastifyRequest,
      entered: Principal | null,
    ): Promise<Principal | undefined> {
      const named = gameOfBody(request.body);
      if (named === undefined) return undefined;
      if (entered === null) return await enterGame(person, { gameId: named });
      if (named.toLowerCase() !== entered.game.id) throw conflict();
      return entered;
    },
  };
}

export type Environments = ReturnType<typeof createEnvironments>;

const conflict = () =>
  new ProblemError("CREDENTIALS_CONFLICT", "The request names two different games.");

function headerOf({ headers }: FastifyRequest): string | undefined {
  const named = headers["x-game-id"];
  return typeof named === "string" ? named.trim() : undefined;
}

function parameterOf(
  { params }: FastifyRequest,
  name: "tournamentId" | "gameId",
): string | undefined {
  const named = (params as { [name in string]?: unknown } | undefined)?.[name];
  return typeof named === "string" ? named : undefined;
}

function gameOfBody(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("game" in body)) return undefined;
  return typeof body.game === "string" ? body.game : undefined;
}
