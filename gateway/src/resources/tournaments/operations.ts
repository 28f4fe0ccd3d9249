import { Type } from "typebox";
import { noQuery, ref, tournamentParams } from "../../openapi/fields.ts";
import {
  apiKeySecurity,
  problemResponses,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import {
  CreateTournamentBody,
  ListTournamentsQuery,
  TournamentListReply,
  TournamentReply,
  TournamentSchema,
  UpdateTournamentBody,
} from "./schemas.ts";

const common = { tags: ["tournaments"], security: apiKeySecurity };

export const create = {
  ...common,
  operationId: "createTournament",
  summary: "Create a tournament",
  description: "It starts `pending`, with an empty prize pool and no winner.",
  querystring: noQuery,
  headers: writingHeaders,
  body: CreateTournamentBody,
  response: {
    201: TournamentReply,
    ...problemResponses("GAME_NOT_FOUND", "TOURNAMENT_LIMIT", ...WRITING),
  },
};

export const update = {
  ...common,
  operationId: "updateTournament",
  summary: "Update a pending tournament that has not started",
  description: "Fields that are absent stay as they are; the merged tournament must be valid.",
  params: tournamentParams,
  querystring: noQuery,
  headers: writingHeaders,
  body: UpdateTournamentBody,
  response: {
    200: TournamentReply,
    ...problemResponses(
      "URI_TOO_LONG",
      "TOURNAMENT_NOT_FOUND",
      "TOURNAMENT_NOT_PENDING",
      "TOURNAMENT_STARTED",
      ...WRITING,
    ),
  },
};

export const read = {
  ...common,
  operationId: "getTournament",
  summary: "Read a tournament",
  params: tournamentParams,
  querystring: noQuery,
  response: {
    200: Type.Object(
      { tournament: ref(TournamentSchema) },
      { description: "The tournament as it stands now." },
    ),
    ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND"),
  },
};

export const list = {
  ...common,
  operationId: "listTournaments",
  summary: "List the game's tournaments, newest first",
  querystring: ListTournamentsQuery,
  response: { 200: TournamentListReply, ...problemResponses("INVALID_PAGE_TOKEN") },
};
