import { handleParams, noQuery, tournamentParams } from "../../openapi/schemas/fields.ts";
import {
  gameSecurity,
  operation,
  problemResponses,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import {
  DisqualifyBody,
  DisqualifyReply,
  EliminateBody,
  EliminateReply,
  EntryListReply,
  EntryParams,
  EntryReply,
  GamerEntriesReply,
  JoinBody,
  JoinReply,
  JoinsBody,
  JoinsReply,
  ListEntriesQuery,
  ListGamerEntriesQuery,
  ReinstateBody,
  ReinstateReply,
} from "./schemas.ts";

// A thousand handles of 64 characters need room, and so does their metadata.
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

export const joinMany = operation(
  "entries:write",
  {
    ...common,
    operationId: "joinGamers",
    summary: "Admit up to 1,000 gamers, each by itself",
    description:
      "Each is a join of its own, with its own charge and its own result, as if it had come alone; one that is refused refuses no other. What would refuse all of them refuses the request, and so does a body that is not as described here. A repeat of the whole is safe: nobody is charged twice.",
    querystring: noQuery,
    headers: writingHeaders,
    body: JoinsBody,
    response: {
      200: JoinsReply,
      ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND", ...WRITING),
    },
  },
  { bodyLimit: GAMERS_LIMIT_BYTES },
);

export const eliminate = operation(
  "entries:write",
  {
    ...common,
    operationId: "eliminateGamers",
    summary: "Remove one gamer or many, all or none",
    description:
      "Each gamer gets a rank at once: the number of entries still in, plus one. Gamers who are eliminated together share it. While gamers can still join, the rank is `provisional`: each join makes it worse by one. Where scores are taken and `noScore` is `out`, gamers without a score rank behind the eliminated, and the rank is provisional until the ranking is final.",
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
        "GAMER_DISQUALIFIED",
        ...WRITING,
      ),
    },
  },
  { bodyLimit: GAMERS_LIMIT_BYTES },
);

export const disqualify = operation(
  "entries:write",
  {
    ...common,
    operationId: "disqualifyGamers",
    summary: "Take one gamer or many out of the ranking, all or none",
    description:
      "They have no rank, win nothing, take no further score and are counted by nobody; everyone behind moves up. Seat and fee stay, so what they paid goes to the others. When nobody is left who can be paid, the tournament is cancelled at its end and every fee refunded.",
    querystring: noQuery,
    headers: writingHeaders,
    body: DisqualifyBody,
    response: {
      200: DisqualifyReply,
      ...problemResponses(
        "URI_TOO_LONG",
        "TOURNAMENT_NOT_FOUND",
        "TOURNAMENT_NOT_PUBLISHED",
        "TOURNAMENT_ENDED",
        "GAMER_NOT_FOUND",
        "GAMER_NOT_ENTERED",
        "GAMER_DISQUALIFIED",
        ...WRITING,
      ),
    },
  },
  { bodyLimit: GAMERS_LIMIT_BYTES },
);

export const reinstate = operation(
  "entries:write",
  {
    ...common,
    operationId: "reinstateGamers",
    summary: "Undo a disqualification, or the latest elimination, all or none",
    description:
      "A disqualified gamer stands again as before: score or elimination as they were. Any of those who were eliminated last are in again, and the others of them rank as if these had never gone out; once somebody went out later that is refused.",
    querystring: noQuery,
    headers: writingHeaders,
    body: ReinstateBody,
    response: {
      200: ReinstateReply,
      ...problemResponses(
        "URI_TOO_LONG",
        "TOURNAMENT_NOT_FOUND",
        "TOURNAMENT_NOT_PUBLISHED",
        "TOURNAMENT_ENDED",
        "GAMER_NOT_FOUND",
        "GAMER_NOT_ENTERED",
        "GAMER_NOT_DISQUALIFIED",
        "ELIMINATION_NOT_LATEST",
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
    "Those still in by the time they joined, then the eliminated, the last one out first, each with the rank it has by now; after the end, all by rank. The disqualified are last.",
  querystring: ListEntriesQuery,
  response: {
    200: EntryListReply,
    ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND", "INVALID_PAGE_TOKEN"),
  },
});

export const read = operation("read", {
  ...common,
  operationId: "getEntry",
  summary: "Read a gamer's entry in a tournament",
  description:
    "With its standing where the tournament takes scores, the rank it has by now, and who disqualified or reinstated it and why. All of one moment.",
  params: EntryParams,
  querystring: noQuery,
  response: {
    200: EntryReply,
    ...problemResponses(
      "URI_TOO_LONG",
      "TOURNAMENT_NOT_FOUND",
      "GAMER_NOT_FOUND",
      "GAMER_NOT_ENTERED",
    ),
  },
});

export const listOfGamer = operation("read", {
  ...common,
  operationId: "listGamerEntries",
  summary: "List a gamer's entries, newest first",
  description:
    "In whichever tournaments of the game, whatever became of them, each with the rank it has by now.",
  params: handleParams,
  querystring: ListGamerEntriesQuery,
  response: {
    200: GamerEntriesReply,
    ...problemResponses("URI_TOO_LONG", "GAMER_NOT_FOUND", "INVALID_PAGE_TOKEN"),
  },
});
