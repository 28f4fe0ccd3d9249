import { noQuery } from "../../openapi/schemas/fields.ts";
import { gameParams } from "../../openapi/schemas/game.ts";
import {
  operation,
  peopleProblems,
  peopleSecurity,
  teamProblems,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import {
  AcceptBody,
  ChangedGameReply,
  CreateGameBody,
  GameListReply,
  GameReply,
  ListGamesQuery,
  ResetTestBody,
  UpdateGameBody,
} from "./schemas.ts";

const common = { tags: ["games"], security: peopleSecurity };
const ofGame = { ...common, params: gameParams, querystring: noQuery };
const FOR_PEOPLE = { peopleOnly: true };

export const create = operation("user", {
  ...common,
  operationId: "createGame",
  summary: "Create a game",
  description:
    "Creates a game with a live and a test environment, and makes you its owner. You can later change only the name, so check the currency and the other settings first. A retry without an Idempotency-Key creates a second game. Needs an access token.",
  querystring: noQuery,
  headers: writingHeaders,
  body: CreateGameBody,
  response: { 201: ChangedGameReply, ...peopleProblems("GAME_LIMIT", ...WRITING) },
});

export const list = operation("user", {
  ...common,
  operationId: "listGames",
  summary: "List games",
  description: "Returns the games in which you have a role, newest first. Needs an access token.",
  querystring: ListGamesQuery,
  response: { 200: GameListReply, ...peopleProblems("INVALID_PAGE_TOKEN") },
});

export const read = operation(
  "read",
  {
    ...ofGame,
    operationId: "getGame",
    summary: "Retrieve a game",
    description:
      "Returns a game with its settings, its two environments and your role. Needs an access token and a role in the game.",
    response: { 200: GameReply, ...teamProblems("URI_TOO_LONG") },
  },
  FOR_PEOPLE,
);

export const update = operation(
  "game:write",
  {
    ...ofGame,
    operationId: "updateGame",
    summary: "Update a game",
    description:
      "Changes the name of a game and returns the game. Needs an access token and the role `owner`. No other setting of a game can change.",
    headers: writingHeaders,
    body: UpdateGameBody,
    response: { 200: ChangedGameReply, ...teamProblems("URI_TOO_LONG", ...WRITING) },
  },
  FOR_PEOPLE,
);

export const resetTest = operation(
  "game:write",
  {
    ...ofGame,
    operationId: "resetTestGame",
    summary: "Reset the test environment",
    description:
      "Replaces the test environment of a game with a new, empty environment that has another id. The API keys of the old environment are revoked, and its data can no longer be accessed. Needs an access token and the role `owner`. A retry without an Idempotency-Key resets the environment again.",
    headers: writingHeaders,
    body: ResetTestBody,
    response: { 201: ChangedGameReply, ...teamProblems("URI_TOO_LONG", ...WRITING) },
  },
  FOR_PEOPLE,
);

export const accept = operation(
  "user",
  {
    ...common,
    operationId: "acceptInvitation",
    summary: "Accept an invitation",
    description:
      "Makes you a member of a game. Needs your access token and the token from the invitation. The token works once, for any person who has it. If you are already a member, you keep the higher of the two roles.",
    querystring: noQuery,
    headers: writingHeaders,
    body: AcceptBody,
    response: {
      200: ChangedGameReply,
      ...peopleProblems("CODE_INVALID", "GAME_LIMIT", "MEMBER_LIMIT", ...WRITING),
    },
  },
  { isSecret: true },
);
