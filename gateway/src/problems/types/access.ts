import type { ProblemType } from "./problem-type.ts";

/** Problems of games, their members and their API keys. */
export const ACCESS_PROBLEMS = {
  API_KEY_NOT_FOUND: {
    status: 404,
    title: "The API key was not found",
    when: "The environment has no API key with that id. A request never finds the keys of another environment.",
    remedy:
      "Check that X-Game-Id names the right environment, live or test. Then list its keys to get the id.",
  },
  MEMBER_NOT_FOUND: {
    status: 404,
    title: "The member was not found",
    when: "The person is not a member of the game, or was removed.",
    remedy: "List the members of the game to get the id.",
  },
  INVITATION_NOT_FOUND: {
    status: 404,
    title: "The invitation was not found",
    when: "The game has no open invitation with that id. The invitation was accepted, replaced or withdrawn, or it has expired.",
    remedy: "List the members of the game. The response also lists its open invitations.",
  },
  API_KEY_LIMIT: {
    status: 409,
    title: "The environment has too many API keys",
    when: "An environment can have at most two API keys in use with the same name, and at most twenty different names.",
    remedy: "Revoke a key that you no longer need, or use a name that has only one key.",
  },
  API_KEY_ROLLING: {
    status: 409,
    title: "The API key was already rolled",
    when: "The key already has a successor. A key can have only one.",
    remedy: "Roll the successor instead. Its id is in `replacedBy` of the old key.",
  },
  API_KEY_ENDED: {
    status: 409,
    title: "The API key is no longer in use",
    when: "The key was revoked or has expired. You can neither change nor roll it.",
    remedy: "Create a new key.",
  },
  GAME_LIMIT: {
    status: 409,
    title: "The person is in too many games",
    when: "A person can be a member of at most 100 games.",
    remedy: "Leave a game first.",
  },
  MEMBER_LIMIT: {
    status: 409,
    title: "The game has too many members or invitations",
    when: "A game can have at most 50 members and 50 open invitations.",
    remedy: "Remove a member or withdraw an invitation first.",
  },
  LAST_OWNER: {
    status: 409,
    title: "The game must have an owner",
    when: "You cannot remove the game's only owner or give this member another role. The only owner cannot leave either.",
    remedy: "Make another member an owner first.",
  },
} satisfies Record<string, ProblemType>;
