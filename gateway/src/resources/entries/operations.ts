import { noQuery, tournamentParams } from "../../openapi/fields.ts";
import {
  gameSecurity,
  operation,
  problemResponses,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import {
  EliminateBody,
  EliminateReply,
  EntryListReply,
  JoinBody,
  JoinReply,
  ListEntriesQuery,
} from "./schemas.ts";

// A thousand handles of 64 characters need room.
const GAMERS_LIMIT_BYTES = 1024 * 1024;

const common = { tags: ["entries"], security: gameSecurity, params: tournamentParams };

export const join = operation("entries:write", {
  ...common,
  operationId: "joinTournament",
  summary: "Admit a gamer",
  description:
    "Takes a seat and charges the entry fee, both or neither. An unknown handle becomes a gamer.",
  querystring: noQuery,
  headers: writingHeaders,
  body: JoinBody,
  response: {
    201: JoinReply,
    ...problemResponses(
      "INSUFFICIENT_FUNDS",
      "URI_TOO_LONG",
      "TOURNAMENT_NOT_FOUND",
      "TOURNAMENT_NOT_PUBLISHED",
      "TOURNAMENT_ENDED",
      "REGISTRATION_CLOSED",
      "TOURNAMENT_FULL",
      "GAMER_ALREADY_JOINED",
      "BALANCE_OVERFLOW",
      ...WRITING,
    ),
  },
});

export const eliminate = operation(
  "entries:write",
  {
    ...common,
    operationId: "eliminateGamers",
    summary: "Remove one gamer or many, all or none",
    description:
      "Each gets its rank at once: the number of entries still in, plus one. Those eliminated together share it. While gamers can still join the rank is `provisional`: it gets worse by one with each who does.",
    querystring: noQuery,
    headers: writingHeaders,
    body: EliminateBody,
    response: {
      200: EliminateReply,
      ...problemResponses(
        "URI_TOO_LONG",
        "TOURNAMENT_NOT_FOUND",
        "TOURNAMENT_NOT_PUBLISHED",
        "TOURNAMENT_ENDED",
        "GAMER_NOT_FOUND",
        "GAMER_NOT_ENTERED",
        "GAMER_ALREADY_ELIMINATED",
        ...WRITING,
      ),
    },
  },
  { bodyLimit: GAMERS_LIMIT_BYTES },
);

export const list = operation("read", {
  ...common,
  operationId: "listEntries",
  summary: "The standings of a tournament",
  description:
    "Those still in by the time they joined, then the eliminated, the last one out first, each with the rank it has by now; after the end, all by rank.",
  querystring: ListEntriesQuery,
  response: {
    200: EntryListReply,
    ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND", "INVALID_PAGE_TOKEN"),
  },
});
