import { createBatcher } from "@tms/kit/batching/batcher";
import { keepAnswers } from "@tms/kit/batching/kept-answers";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { isId } from "@tms/kit/values/ids";
import { Mode as GameMode, type Game } from "@tms/proto/tms/game/v1/game";
import type { TournamentGame } from "@tms/proto/tms/tournament/v1/tournament";
import { ROLES, type Role } from "@tms/resources/member";
import { scopesOf, type Mode } from "@tms/resources/rights";
import type { FastifyRequest } from "fastify";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { CALL_LIMIT, type Access } from "./access.ts";
import { isPerson, type Caller, type Person, type Principal } from "./principal.ts";

/**
 * Creates functions that find the environment of a request. An API key determines its environment. For a
 * person, the first of these parts of the request names the environment: the game in the path, the header
 * X-Game-Id, the body, the tournament in the path. A game in the path means its live environment.
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
    // An unknown game gets the same error. Strangers therefore cannot find out which games exist.
    if (principal === undefined) throw new ProblemError("GAME_NOT_FOUND");
    return principal;
  }

  async function enterByTournament(person: Person, tournamentId: string): Promise<Principal> {
    const found = isId(tournamentId) ? await findGame(tournamentId.toLowerCase()) : undefined;
    const principal = found && (await enter(person, { gameId: found.gameId }));
    if (principal !== undefined) return principal;
    throw new ProblemError("TOURNAMENT_NOT_FOUND", "The game has no tournament with that id.");
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
    /** Returns the principal. Returns undefined if the environment depends on the body, which is not read yet. */
    async ofRequest(
      caller: Caller,
      request: FastifyRequest,
      access: Access,
    ): Promise<Principal | undefined> {
      const named = headerOf(request);
      if (!isPerson(caller)) {
        if (named !== undefined) checkHeader(caller.game, named);
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

    /** Returns the principal. Returns undefined if `game` is not a text, because the schema then refuses the body. */
    async ofBody(
      person: Person,
      request: FastifyRequest,
      entered: Principal | null,
    ): Promise<Principal | undefined> {
      const named = gameOfBody(request.body, entered !== null);
      if (named === undefined) return entered ?? undefined;
      if (entered === null) return await enterGame(person, { gameId: named });
      if (!isGame(entered.game, named)) throw conflict();
      return entered;
    },
  };
}

export type Environments = ReturnType<typeof createEnvironments>;

/** Returns whether `named`, in upper or lower case, is the id of an environment or of its game. */
export const isGame = ({ id, projectId }: Game, named: string): boolean =>
  [id, projectId].includes(named.toLowerCase());

/** Returns undefined if `game` is absent or not a text. Throws GAME_REQUIRED if the request names no game. */
function gameOfBody(body: unknown, isEntered: boolean): string | undefined {
  const { game } = (body ?? {}) as { game?: unknown };
  if (game === undefined && !isEntered) throw new ProblemError("GAME_REQUIRED");
  return typeof game === "string" ? game : undefined;
}

/** Throws GAME_CONFLICT unless X-Game-Id names the environment of the API key, or its game. */
function checkHeader(game: Game, named: string): void {
  if (isGame(game, named)) return;
  const detail = "X-Game-Id names a different environment than the API key. Remove the header.";
  throw new ProblemError("GAME_CONFLICT", detail);
}

const conflict = () => new ProblemError("GAME_CONFLICT", "The request names two different games.");

function headerOf({ headers }: FastifyRequest): string | undefined {
  const named = headers["x-game-id"];
  return typeof named === "string" ? named.trim() : undefined;
}

function parameterOf({ params }: FastifyRequest, name: "tournamentId" | "gameId") {
  const named = (params as { [name in string]?: unknown } | undefined)?.[name];
  return typeof named === "string" ? named : undefined;
}

// Answers are kept without a time limit, because a tournament never changes its game.
const KEPT_GAMES = {
  nameOf: (tournamentId: string) => tournamentId,
  forMs: Infinity,
  most: 50_000,
};
const LIMITS = { maxBatch: 128, inFlight: 2, maxWaiting: 8_192 };

function createTournamentGames(tournaments: Clients["tournament"]) {
  const lookUp = createBatcher<string, TournamentGame | undefined>(async (ids, answer) => {
    const request = { tournamentIds: [...ids] };
    const { games } = await tournaments.batchFindGames(request, CALL_LIMIT);
    const found = new Map(games.map((one) => [one.tournamentId, one]));
    ids.forEach((id, index) => answer(found.get(id), index));
  }, LIMITS);
  return keepAnswers(lookUp, KEPT_GAMES);
}

interface Membership {
  game: Game;
  mode: Mode;
  role: Role;
}

// Answers are kept for five seconds. The removal of a member takes effect within this time.
const KEPT_MEMBERSHIPS = { nameOf, forMs: 5_000, most: 10_000 };

/** The id of a game (`projectId`) or of one of its environments (`gameId`). */
type GameName = { projectId: string } | { gameId: string };

interface Question {
  userId: string;
  where: GameName;
}

/** Creates a function that finds a person's role in a game. The id of a game means its live environment. */
function createMemberships(members: Clients["member"]) {
  const find = keepAnswers(async (question: Question): Promise<Membership | undefined> => {
    try {
      const { game, role } = await members.authorizePerson(requestOf(question), CALL_LIMIT);
      if (game === undefined) throw new Error("the game service returned no game for a member");
      return { game, mode: modeOf(game), role: ROLES.get(role) };
    } catch (error) {
      if (refusedFor(error, "GAME_NOT_FOUND")) return undefined;
      throw error;
    }
  }, KEPT_MEMBERSHIPS);
  return (userId: string, where: GameName) => find({ userId, where });
}

const requestOf = ({ userId, where }: Question) => ({
  userId,
  where:
    "projectId" in where
      ? { case: "projectId" as const, value: where.projectId.toLowerCase() }
      : { case: "gameId" as const, value: where.gameId.toLowerCase() },
});

function nameOf(question: Question): string {
  const { userId, where } = requestOf(question);
  return `${userId}/${where.case}/${where.value}`;
}

// An unknown mode counts as live, where people have fewer permissions.
const modeOf = ({ mode }: Game): Mode => (mode === GameMode.TEST ? "test" : "live");
