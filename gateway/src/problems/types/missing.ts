import type { ProblemType } from "./problem-type.ts";

/** Problems of requests that name something unknown. */
export const MISSING_PROBLEMS = {
  GAME_NOT_FOUND: {
    status: 404,
    title: "The game was not found",
    when: "`game` is not the game the API key belongs to.",
    remedy: "Use the id of the key's own game.",
  },
  TOURNAMENT_NOT_FOUND: {
    status: 404,
    title: "The tournament was not found",
    when: "The game has no tournament of that id. Tournaments of other games are never shown.",
    remedy: "Check the id, and that the key belongs to the tournament's game.",
  },
  GAMER_NOT_FOUND: {
    status: 404,
    title: "The gamer was not found",
    when: "The game has no gamer of that handle. Handles are compared exactly.",
    remedy:
      "Check the handle's spelling and case; joining, creating or depositing makes a gamer known.",
  },
  GAMER_NOT_ENTERED: {
    status: 404,
    title: "The gamer is not in this tournament",
    when: "A gamer of the game is named who has no entry in this tournament. Nobody was changed.",
    remedy: "Leave the gamer out.",
  },
  SETTLEMENT_NOT_FOUND: {
    status: 404,
    title: "There is no settlement yet",
    when: "The tournament was never published, so nothing is scheduled for it.",
    remedy: "Publish the tournament first.",
  },
} satisfies Record<string, ProblemType>;
