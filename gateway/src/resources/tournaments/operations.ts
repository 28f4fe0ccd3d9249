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
    description:
      "Creates a tournament with the status `pending`. Gamers can join after you publish it. A retry without an Idempotency-Key creates a second tournament. If you send an `externalId`, the retry returns `external_id_taken` instead. Needs the scope `tournaments:write`.",
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
  summary: "Update a tournament",
  description:
    "Changes the fields in the request and returns the tournament. Needs a pending tournament that has not started. Omitted fields do not change, and the result must be valid as a whole. Needs the scope `tournaments:write`.",
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
  summary: "Set tournament metadata",
  description:
    "Replaces all metadata of a tournament and returns the tournament. You can do this in any status. Send null to remove the metadata. Needs the scope `tournaments:write`.",
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
  summary: "Retrieve a tournament",
  description:
    "Returns a tournament with its current status and prize pool and, after its completion, its winners. Needs the scope `read`.",
  params: tournamentParams,
  querystring: noQuery,
  response: {
    200: Type.Object({ tournament: ref(TournamentSchema) }, { description: "The tournament." }),
    ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND"),
  },
});

export const list = operation("read", {
  ...common,
  operationId: "listTournaments",
  summary: "List tournaments",
  description:
    "Returns the tournaments of the environment, newest first. You can filter by status, end time and `externalId`. Items do not have the list of winners. Needs the scope `read`.",
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
  summary: "Publish a tournament",
  description:
    "Opens a pending tournament to gamers. They can join until registration closes or the tournament ends. The tournament must end in the future. A retry without the same Idempotency-Key returns `tournament_not_pending`. Needs the scope `tournaments:write`.",
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
  summary: "Cancel a tournament",
  description:
    "Cancels a pending or published tournament and refunds all entry fees. Refunds are paid shortly after the response, each exactly once. A retry without the same Idempotency-Key returns `tournament_not_cancellable`. Needs the scope `tournaments:write`.",
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
    summary: "Complete a tournament",
    description:
      "Ends a published tournament immediately. The tournament is `settling` until all prizes are paid, then `completed`. You can send final ranks for gamers who are still in. Gamers without a final rank share the next rank or, if the tournament takes scores, rank by their scores. A retry without the same Idempotency-Key returns `tournament_not_published`. Needs the scope `tournaments:write`.",
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
