import type { ProblemType } from "./problem-type.ts";

/** Problems of requests that name an unknown resource. */
export const MISSING_PROBLEMS = {
  GAME_NOT_FOUND: {
    status: 404,
    title: "The game was not found",
    when: "`game` is not the game of the API key, or the signed-in person has no role in that game.",
    remedy: "Send the id of the API key's own game, or of a game in which you have a role.",
  },
  TOURNAMENT_NOT_FOUND: {
    status: 404,
    title: "The tournament was not found",
    when: "The game has no tournament with that id. A request never finds the tournaments of another game.",
    remedy:
      "Check the id. Also check that your API key belongs to the tournament's environment, or that you have a role in its game.",
  },
  GAMER_NOT_FOUND: {
    status: 404,
    title: "The gamer was not found",
    when: "The game has no gamer with that handle. Handles are compared exactly.",
    remedy:
      "Check the spelling and case of the handle. A join, a deposit or `POST /gamer/create` creates a gamer.",
  },
  GAMER_NOT_ENTERED: {
    status: 404,
    title: "The gamer is not in this tournament",
    when: "A gamer in the request has no entry in this tournament. No entry was changed.",
    remedy: "Remove the gamer from the request.",
  },
  ACCOUNT_NOT_FOUND: {
    status: 404,
    title: "The account was not found",
    when: "The environment's ledger has no account with that id. The first transfer to an account opens it.",
    remedy: "List the ledger accounts to get the id.",
  },
  REQUEST_NOT_FOUND: {
    status: 404,
    title: "The request was not found in the log",
    when: "The environment's request log has no request with that id. The request may be older than three days, less than a second old, or not recorded. The log is for debugging and can lose requests.",
    remedy: "Wait a second and try again, or list the requests to find it.",
  },
  EVENT_NOT_FOUND: {
    status: 404,
    title: "The event was not found",
    when: "The environment has no event with that id, or the event was deleted. Events are kept for 30 days. Actions of people and changes of access are kept for 400 days.",
    remedy: "Check the id, and that you use the event's environment, live or test.",
  },
  EVENTS_EXPIRED: {
    status: 410,
    title: "Some events after this position were deleted",
    when: "Events are kept for 30 days. Some events after the given sequence are older and were deleted, so the response would have a gap.",
    remedy:
      "Read the current state of your tournaments. Then continue with `after` set to `oldestSequence` minus 1.",
  },
  SETTLEMENT_NOT_FOUND: {
    status: 404,
    title: "The tournament has no settlement yet",
    when: "A tournament has a settlement only after it was published. The settlement can appear a moment after you publish or cancel the tournament.",
    remedy:
      "Publish the tournament. Right after `publish` or `cancel`, request the settlement again. A tournament that was canceled while pending never has a settlement.",
  },
} satisfies Record<string, ProblemType>;
