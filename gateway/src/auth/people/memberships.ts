import { refusedFor } from "@tms/kit/errors/remote-error";
import { Mode as GameMode, type Game } from "@tms/proto/tms/game/v1/game";
import { Role as MemberRole } from "@tms/proto/tms/game/v1/member";
import type { Clients } from "../../clients.ts";
import { keepAnswers } from "../kept.ts";
import type { Mode, Role } from "./roles.ts";

/** What a person is in a game. */
export interface Membership {
  game: Game;
  mode: Mode;
  role: Role;
}

// How late the removal of a member may take effect.
const KEEPING = { forMs: 5_000, most: 10_000 };
const CALL_LIMIT = { timeoutMs: 2_000 };

/** A game itself, which people are members of, or one of its environments. */
export type GameName = { projectId: string } | { gameId: string };

/**
 * Creates a function that finds what a person is in a game, and the environment in which they act: of
 * a game itself, the live one. Undefined for a stranger, and for a game that is none.
 */
export function createMemberships(members: Clients["member"]) {
  const find = keepAnswers(async (name: string): Promise<Membership | undefined> => {
    const [userId = "", kind = "", value = ""] = name.split("/");
    const where = { case: kind === "project" ? "projectId" : "gameId", value } as const;
    try {
      const { game, role } = await members.authorizePerson({ userId, where }, CALL_LIMIT);
      if (game === undefined) throw new Error("the game service let a person into no game");
      return { game, mode: modeOf(game), role: roleOf(role) };
    } catch (error) {
      if (refusedFor(error, "GAME_NOT_FOUND")) return undefined;
      throw error;
    }
  }, KEEPING);
  return (userId: string, where: GameName) =>
    find(
      "projectId" in where
        ? `${userId}/project/${where.projectId.toLowerCase()}`
        : `${userId}/environment/${where.gameId.toLowerCase()}`,
    );
}

// Whatever is not known to be for trying things out is taken for production, where less is allowed.
const modeOf = ({ mode }: Game): Mode => (mode === GameMode.TEST ? "test" : "live");

/** The word for a role that the game service tells. */
export function roleOf(role: MemberRole): Role {
  switch (role) {
    case MemberRole.OWNER:
      return "owner";
    case MemberRole.DEVELOPER:
      return "developer";
    case MemberRole.VIEWER:
      return "viewer";
    default:
      throw new Error(`the game service told the unknown role ${role}`);
  }
}
