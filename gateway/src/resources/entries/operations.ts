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
  summary: "Join a tournament",
  description:
    "Creates an entry for a gamer: takes a seat and charges the entry fee. If the fee cannot be charged, the seat is released. Needs a published tournament with open registration and a free seat. Creates the gamer if the handle is new. A gamer can join a tournament only once, so a retry never charges twice. A retry with the same Idempotency-Key returns the original entry. Without a key, it returns `gamer_already_joined`. Needs the scope `entries:write`.",
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
    summary: "Join many gamers",
    description:
      "Joins up to 1,000 gamers to a tournament. Each gamer has a separate charge and a separate result, as in a request with only this gamer. A failed join does not affect the others. The whole request fails if its body is invalid, or if a problem applies to all gamers, such as an unknown tournament. You can safely retry the whole request, because no gamer is charged twice. Needs the scope `entries:write`.",
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
    summary: "Eliminate gamers",
    description:
      "Eliminates one or more gamers from a published tournament. Either all of them are eliminated or none. Each gamer immediately gets a rank: the number of entries still in, plus one. Gamers who are eliminated together share the rank. While gamers can still join, the rank is `provisional`, and each join makes it worse by one. If the tournament takes scores and `noScore` is `out`, gamers without a score rank behind eliminated gamers. The rank is then provisional until the ranking is final. A retry without the same Idempotency-Key returns `gamer_already_eliminated`. Needs the scope `entries:write`.",
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
    summary: "Disqualify gamers",
    description:
      "Removes one or more gamers from the ranking of a published tournament. Either all of them are disqualified or none. A disqualified gamer has no rank, wins no prize and cannot submit scores. Gamers who ranked behind a disqualified gamer move up. The gamer keeps the seat, and the entry fee stays in the prize pool. If no gamer is left who can be paid, the tournament is canceled at its end and all fees are refunded. A retry without the same Idempotency-Key returns `gamer_disqualified`. Needs the scope `entries:write`.",
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
    summary: "Reinstate gamers",
    description:
      "Undoes the disqualification or the latest elimination of one or more gamers. Either all of them are reinstated or none. A disqualified gamer gets the previous score or elimination back. An eliminated gamer is in the tournament again, if no other gamer was eliminated later. If other gamers of the same elimination stay eliminated, their rank is computed again. A retry without the same Idempotency-Key returns `gamer_not_disqualified`. Needs the scope `entries:write`.",
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
  summary: "List the entries of a tournament",
  description:
    "Returns the standings of a tournament, a page at a time. Entries still in come first, in the order in which they joined. Eliminated entries follow, the latest elimination first, with their current rank. After the end, all entries are in the order of their ranks. Disqualified entries are always last. Needs the scope `read`.",
  querystring: ListEntriesQuery,
  response: {
    200: EntryListReply,
    ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND", "INVALID_PAGE_TOKEN"),
  },
});

export const read = operation("read", {
  ...common,
  operationId: "getEntry",
  summary: "Retrieve an entry",
  description:
    "Returns the entry of a gamer in a tournament, with its current rank. If the tournament takes scores, the response has the standing of the gamer. It also has the decisions that disqualified or reinstated the gamer, with their reasons. All values are from the same point in time. Needs the scope `read`.",
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
  summary: "List the entries of a gamer",
  description:
    "Returns the entries of a gamer in all tournaments of the game, newest first. This includes entries in tournaments that are completed or canceled. Each entry has its current rank. Needs the scope `read`.",
  params: handleParams,
  querystring: ListGamerEntriesQuery,
  response: {
    200: GamerEntriesReply,
    ...problemResponses("URI_TOO_LONG", "GAMER_NOT_FOUND", "INVALID_PAGE_TOKEN"),
  },
});
