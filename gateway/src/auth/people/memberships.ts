import { keepAnswers } from "@tms/kit/batching/kept-answers";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { Mode as GameMode, type Game } from "@tms/proto/tms/game/v1/game";
import { ROLES, type Role } from "@tms/resources/member";
import type { Mode } from "@tms/resources/rights";
import type { Clients } from "../../clients.ts";
import { CALL_LIMIT } from "../call-limit.ts";

/** The role of a person in a game. */
export interface Membership {
  game: Game;
  mode: Mode;
  role: Role;
}

// Answers are kept for five seconds. The removal of a member takes effect within this time.
const KEEPING = { nameOf, forMs: 5_000, most: 10_000 };

/** The id of a game (`projectId`) or of one of its environments (`gameId`). */
export type GameName = { projectId: string } | { gameId: string };

interface Question {
  userId: string;
  where: GameName;
}

/**
 * Creates a function that finds the role of a person in a game, and the environment in which the person acts.
 * The id of a game means its live environment. The function returns undefined if the game is unknown, or if
 * the person has no role in the game.
 */
export function createMemberships(members: Clients["member"]) {
  const find = keepAnswers(async (question: Question): Promise<Membership | undefined> => {
    try {
      const { game, role } = await members.authorizePerson(requestOf(question), CALL_LIMIT);
      if (game === undefined) throw new Error("the game service returned no game for a member");
      return { game, mode: modeOf(game), role: ROLES.get(role) };
    } catch (error) {
      if (refusedFor(error, "GAME_NOT_FOUND")) return undefined;
      throw error;
    }
  }, KEEPING);
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
