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
    "It gets a live and a test environment, and its creator becomes its owner. Nothing but its name ever changes.",
  querystring: noQuery,
  headers: writingHeaders,
  body: CreateGameBody,
  response: { 201: ChangedGameReply, ...peopleProblems("GAME_LIMIT", ...WRITING) },
});

export const list = operation("user", {
  ...common,
  operationId: "listGames",
  summary: "List one's own games, newest first",
  querystring: ListGamesQuery,
  response: { 200: GameListReply, ...peopleProblems("INVALID_PAGE_TOKEN") },
});

export const read = operation(
  "read",
  {
    ...ofGame,
    operationId: "getGame",
    summary: "Read a game",
    response: { 200: GameReply, ...teamProblems("URI_TOO_LONG") },
  },
  FOR_PEOPLE,
);

export const update = operation(
  "game:write",
  {
    ...ofGame,
    operationId: "updateGame",
    summary: "Rename a game",
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
    summary: "Replace a game's test environment by a new, empty one",
    description:
      "The new one has another id. The old one's keys are revoked, and what it holds cannot be reached any more.",
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
    summary: "Become a member of a game by an invitation",
    description:
      "Whoever has the token can use it, once. A member who accepts keeps the greater of the two roles.",
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
