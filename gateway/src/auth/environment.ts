import { createBatcher } from "@tms/kit/batching/batcher";
import { keepAnswers } from "@tms/kit/batching/kept-answers";
import { required } from "@tms/kit/errors/domain-error";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { isId } from "@tms/kit/values/ids";
import { Mode, type Game } from "@tms/proto/tms/game/v1/game";
import type { TournamentGame } from "@tms/proto/tms/tournament/v1/tournament";
import { ROLES } from "@tms/resources/member";
import { scopesOf } from "@tms/resources/rights";
import type { FastifyRequest } from "fastify";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { CALL_LIMIT, type Access } from "./access.ts";
import { isPerson, type Caller, type Person, type Principal } from "./principal.ts";

/**
 * Creates functions that find the environment of a request. An API key determines its environment. For a
 * person, the first part that is present names it: the game in the path, the header X-Game-Id, the game in
 * the body, the tournament in the path. A game in the path means its live environment.
 */
export function createEnvironments(clients: Pick<Clients, "member" | "tournament">) {
  const findMembership = createMemberships(clients.member);
  const findGame = createTournamentGames(clients.tournament);

  async function enter(person: Person, where: GameName): Promise<Principal | undefined> {
    if (!isId(where.value)) return undefined;
    const game = { case: where.case, value: where.value.toLowerCase() };
    const found = await findMembership({ userId: person.actor.id, where: game });
    return found && { ...found, actor: person.actor };
  }

  async function enterGame(person: Person, where: GameName): Promise<Principal> {
    const principal = await enter(person, where);
    // An unknown game gets the same error. Strangers therefore cannot find out which games exist.
    if (principal === undefined) throw new ProblemError("GAME_NOT_FOUND");
    return principal;
  }

  async function enterByTournament(person: Person, tournamentId: string): Promise<Principal> {
    const found = isId(tournamentId) ? await findGame(tournamentId.toLowerCase()) : undefined;
    const principal = found && (await enter(person, { case: "gameId", value: found.gameId }));
    if (principal !== undefined) return principal;
    throw new ProblemError("TOURNAMENT_NOT_FOUND", "The game has no tournament with that id.");
  }

  return {
    /** Returns the principal, or undefined if the environment depends on the body, which is not read yet. */
    async ofRequest(
      caller: Caller,
      request: FastifyRequest,
      access: Access,
    ): Promise<Principal | undefined> {
      const named = headerOf(request);
      if (!isPerson(caller)) {
        if (named !== undefined && !isGame(caller.game, named))
          throw new ProblemError("GAME_CONFLICT", OTHER_THAN_THE_KEY);
        return caller;
      }
      const { gameId, tournamentId } = request.params as { gameId?: string; tournamentId?: string };
      const entered =
        gameId === undefined
          ? undefined
          : await enterGame(caller, { case: "projectId", value: gameId });
      if (named !== undefined) {
        const principal = await enterGame(caller, { case: "gameId", value: named });
        if (entered && principal.game.projectId !== entered.game.projectId) throw conflict();
        return entered ?? principal;
      }
      if (entered) return entered;
      if (access.gameInBody === true) return undefined;
      if (tournamentId === undefined) throw new ProblemError("GAME_REQUIRED");
      return await enterByTournament(caller, tournamentId);
    },

    /** Returns the principal. Undefined only if `game` is not a string: the schema then refuses it. */
    async ofBody(
      person: Person,
      request: FastifyRequest,
      entered: Principal | null,
    ): Promise<Principal | undefined> {
      const { game: named } = (request.body ?? {}) as { game?: unknown };
      if (named === undefined && entered === null) throw new ProblemError("GAME_REQUIRED");
      if (typeof named !== "string") return entered ?? undefined;
      if (entered === null) return await enterGame(person, { case: "gameId", value: named });
      if (!isGame(entered.game, named)) throw conflict();
      return entered;
    },
  };
}

/** Returns whether `named`, in upper or lower case, is the id of an environment or of its game. */
export const isGame = ({ id, projectId }: Game, named: string): boolean =>
  [id, projectId].includes(named.toLowerCase());

const OTHER_THAN_THE_KEY =
  "X-Game-Id names a different environment than the API key. Remove the header.";

const conflict = () => new ProblemError("GAME_CONFLICT", "The request names two different games.");

function headerOf({ headers }: FastifyRequest): string | undefined {
  const named = headers["x-game-id"];
  return typeof named === "string" ? named.trim() : undefined;
}

// Answers are kept without a time limit, because a tournament never changes its game.
const KEPT_GAMES = {
  nameOf: (tournamentId: string) => tournamentId,
  forMs: Infinity,
  max: 50_000,
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

/** The id of a game (`projectId`) or of one of its environments (`gameId`). */
interface GameName {
  case: "projectId" | "gameId";
  value: string;
}

interface Question {
  userId: string;
  where: GameName;
}

// Answers are kept for five seconds. The removal of a member takes effect within this time.
const KEPT_MEMBERSHIPS = {
  nameOf: ({ userId, where }: Question) => `${userId}/${where.case}/${where.value}`,
  forMs: 5_000,
  max: 10_000,
};

/** Creates a function that finds a person's role in a game. The id of a game means its live environment. */
const createMemberships = (members: Clients["member"]) =>
  keepAnswers(async (question: Question): Promise<Omit<Principal, "actor"> | undefined> => {
    try {
      const found = await members.authorizePerson(question, CALL_LIMIT);
      const game = required(found.game, "the game service returned no game for a member");
      const role = ROLES.get(found.role);
      // An unknown mode counts as live, where people have fewer permissions.
      return { game, role, scopes: scopesOf(role, game.mode === Mode.TEST ? "test" : "live") };
    } catch (error) {
      if (refusedFor(error, "GAME_NOT_FOUND")) return undefined;
      throw error;
    }
  }, KEPT_MEMBERSHIPS);
