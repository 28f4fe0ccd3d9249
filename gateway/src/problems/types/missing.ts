import type { ProblemType } from "./problem-type.ts";

/** Problems of requests that name something unknown. */
export const MISSING_PROBLEMS = {
  GAME_NOT_FOUND: {
    status: 404,
    title: "The game was not found",
    when: "`game` is not the game the API key belongs to, or the person has no role in the game that is named.",
    remedy: "Use the id of the key's own game, or of a game in which you have a role.",
  },
  TOURNAMENT_NOT_FOUND: {
    status: 404,
    title: "The tournament was not found",
    when: "The game has no tournament of that id. Tournaments of other games are never shown.",
    remedy: "Check the id, and that the key, or the person, belongs to the tournament's game.",
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
  ACCOUNT_NOT_FOUND: {
    status: 404,
    title: "The account was not found",
    when: "The environment's ledger has no account of that id. An account is opened by the first money that it takes.",
    remedy: "Take the id from the list of the ledger's accounts.",
  },
  REQUEST_NOT_FOUND: {
    status: 404,
    title: "The request is not in the log",
    when: "The environment's request log has no request of that id: it is older than three days, was left out or lost, or is not a second old.",
    remedy: "Look for it in the list of requests; the log is for debugging and keeps no promise.",
  },
  EVENT_NOT_FOUND: {
    status: 404,
    title: "The event was not found",
    when: "The environment has no event of that id, or keeps it no longer: 30 days, and 400 for what people did and for changes of access.",
    remedy: "Check the id, and that the key, or the person, acts in the event's environment.",
  },
  EVENTS_EXPIRED: {
    status: 410,
    title: "Events after this position are no longer kept",
    when: "`after` is older than the 30 days for which events are kept, so the answer would leave some out.",
    remedy:
      "Read the state of your tournaments anew, and go on with `after` one below `oldestSequence`.",
  },
  SETTLEMENT_NOT_FOUND: {
    status: 404,
    title: "There is no settlement yet",
    when: "The tournament was never published, so nothing is scheduled for it.",
    remedy: "Publish the tournament first.",
  },
} satisfies Record<string, ProblemType>;
