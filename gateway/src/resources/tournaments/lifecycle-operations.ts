import { noQuery, tournamentParams } from "../../openapi/fields.ts";
import { CompleteBody, NoBody } from "./lifecycle-schemas.ts";
import {
  apiKeySecurity,
  problemResponses,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import { TournamentReply } from "./schemas.ts";

const common = {
  tags: ["lifecycle"],
  security: apiKeySecurity,
  params: tournamentParams,
  querystring: noQuery,
  headers: writingHeaders,
};

export const publish = {
  ...common,
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
};

export const cancel = {
  ...common,
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
};

export const complete = {
  ...common,
  operationId: "completeTournament",
  summary: "End a published tournament now, optionally with final ranks",
  description:
    "It is `settling` until everyone is paid, then `completed`. Gamers still in rank by the given ranks, otherwise they share the first.",
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
      ...WRITING,
    ),
  },
};
