import type { ProblemType } from "./problem-type.ts";

/** Problems of games, their members and their API keys. */
export const ACCESS_PROBLEMS = {
  API_KEY_NOT_FOUND: {
    status: 404,
    title: "The API key was not found",
    when: "The environment has no API key of that id. Keys of other environments are never shown.",
    remedy: "List the keys of the environment, live or test, that X-Game-Id names.",
  },
  MEMBER_NOT_FOUND: {
    status: 404,
    title: "The member was not found",
    when: "The person is no member of the game, or not any more.",
    remedy: "List the members.",
  },
  INVITATION_NOT_FOUND: {
    status: 404,
    title: "The invitation was not found",
    when: "The game has no such open invitation: it was accepted, replaced, withdrawn, or has expired.",
    remedy: "List the members, with whom the open invitations are shown.",
  },
  API_KEY_LIMIT: {
    status: 409,
    title: "There are too many API keys",
    when: "Two keys of that name are in use, or keys of twenty names.",
    remedy: "Revoke one that is not needed any more, or use a name that has one key.",
  },
  API_KEY_ROLLING: {
    status: 409,
    title: "The API key was rolled already",
    when: "A key has one successor.",
    remedy: "Roll the successor, which `replacedBy` names.",
  },
  API_KEY_ENDED: {
    status: 409,
    title: "The API key is not in use any more",
    when: "It was revoked or has expired, so it can be neither changed nor rolled.",
    remedy: "Create another key.",
  },
  GAME_LIMIT: {
    status: 409,
    title: "The person has too many games",
    when: "A person can be a member of a hundred games.",
    remedy: "Leave one of them first.",
  },
  MEMBER_LIMIT: {
    status: 409,
    title: "The game has too many members or invitations",
    when: "A game has fifty members, and fifty invitations that are open.",
    remedy: "Remove a member, or withdraw an invitation.",
  },
  LAST_OWNER: {
    status: 409,
    title: "The game must keep an owner",
    when: "The game's only owner can neither leave, nor be removed, nor get a lesser role.",
    remedy: "Make somebody else an owner first.",
  },
} satisfies Record<string, ProblemType>;
