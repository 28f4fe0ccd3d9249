import { Type } from "typebox";
import { noQuery, ref, tournamentParams } from "../../openapi/schemas/fields.ts";
import {
  gameSecurity,
  operation,
  problemResponses,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import {
  CompleteBody,
  CreateTournamentBody,
  ListTournamentsQuery,
  MetadataBody,
  NoBody,
  TournamentListReply,
  TournamentReply,
  TournamentSchema,
  UpdateTournamentBody,
} from "./schemas.ts";

// Final ranks of thousands of gamers need room.
const RANKS_LIMIT_BYTES = 1024 * 1024;

const common = { tags: ["tournaments"], security: gameSecurity };

export const create = operation(
  "tournaments:write",
  {
    ...common,
    operationId: "createTournament",
    summary: "Create a tournament",
    description: "It starts `pending`, with an empty prize pool and no winner.",
    querystring: noQuery,
    headers: writingHeaders,
    body: CreateTournamentBody,
    response: {
      201: TournamentReply,
      ...problemResponses("GAME_NOT_FOUND", "TOURNAMENT_LIMIT", "EXTERNAL_ID_TAKEN", ...WRITING),
    },
  },
  { gameInBody: true },
);

export const update = operation("tournaments:write", {
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
});

export const metadata = operation("tournaments:write", {
  ...common,
  operationId: "setTournamentMetadata",
  summary: "Replace a tournament's metadata, whatever its status",
  params: tournamentParams,
  querystring: noQuery,
  headers: writingHeaders,
  body: MetadataBody,
  response: {
    200: TournamentReply,
    ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND", ...WRITING),
  },
});

export const read = operation("read", {
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
});

export const list = operation("read", {
  ...common,
  operationId: "listTournaments",
  summary: "List the game's tournaments, newest first",
  querystring: ListTournamentsQuery,
  response: { 200: TournamentListReply, ...problemResponses("INVALID_PAGE_TOKEN") },
});

const transition = {
  tags: ["lifecycle"],
  security: gameSecurity,
  params: tournamentParams,
  querystring: noQuery,
  headers: writingHeaders,
};

export const publish = operation("tournaments:write", {
  ...transition,
  operationId: "publishTournament",
  summary: "Publish a pending tournament",
  description: "From then on gamers can join, until it ends or registration closes.",
  body: NoBody,
  response: {
    200: TournamentReply,
    ...problemResponses(
      "URI_TOO_LONG",
      "TOURNAMENT_NOT_FOUND",
      "TOURNAMENT_NOT_PENDING",
      "TOURNAMENT_ENDED",
      ...WRITING,
    ),
  },
});

export const cancel = operation("tournaments:write", {
  ...transition,
  operationId: "cancelTournament",
  summary: "Cancel a pending or published tournament",
  description: "Every entry fee is refunded, exactly once.",
  body: NoBody,
  response: {
    200: TournamentReply,
    ...problemResponses(
      "URI_TOO_LONG",
      "TOURNAMENT_NOT_FOUND",
      "TOURNAMENT_NOT_CANCELLABLE",
      ...WRITING,
    ),
  },
});

export const complete = operation(
  "tournaments:write",
  {
    ...transition,
    operationId: "completeTournament",
    summary: "End a published tournament now, optionally with final ranks",
    description:
      "It is `settling` until everyone is paid, then `completed`. Gamers still in rank by the given ranks; those not named share the rank after them, or rank by their scores where the tournament takes any.",
    body: CompleteBody,
    response: {
      200: TournamentReply,
      ...problemResponses(
        "URI_TOO_LONG",
        "TOURNAMENT_NOT_FOUND",
        "TOURNAMENT_NOT_PUBLISHED",
        "RANKS_INVALID",
        "GAMER_NOT_FOUND",
        "GAMER_NOT_ENTERED",
        "GAMER_ALREADY_ELIMINATED",
        "GAMER_DISQUALIFIED",
        ...WRITING,
      ),
    },
  },
  { bodyLimit: RANKS_LIMIT_BYTES },
);
