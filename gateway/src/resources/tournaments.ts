import { scoringMessage } from "@tms/kit/values/scoring";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { many, one } from "@tms/resources/field";
import {
  externalId,
  NewTournament,
  STATUSES,
  Tournament,
  TournamentChanges,
  TournamentListItem,
} from "@tms/resources/tournament";
import { metadata, TOURNAMENT_METADATA_BYTES } from "@tms/resources/values/metadata";
import { currencyOf } from "@tms/resources/values/money";
import { findTimestamp } from "@tms/resources/values/times";
import { Type, type Static, type TObject } from "typebox";
import { isGame } from "../auth/environment.ts";
import { amountOf, metadataText } from "../http/body/values.ts";
import { closed, dateTime, handle, integer, nullable, optional } from "@tms/resources/input";
import { ProblemError } from "../problems/problem-error.ts";
import { MANY_ITEMS_BYTES } from "../rest/declaration.ts";
import { operationsOf } from "../rest/operation.ts";

type Changes = Static<TObject<typeof TournamentChanges>> & { game?: string; externalId?: string };

function toTerms(body: Changes, currentGame: Game) {
  const { game: _, startTime, endTime, registrationClosesAt, ...rest } = body;
  const { entryFee: __, scoring, metadata: data, ...same } = rest;
  const fee = amountOf(body, "entryFee", currencyOf(currentGame));
  return {
    ...same,
    startTime: findTimestamp(startTime),
    endTime: findTimestamp(endTime),
    registrationCloseTime: findTimestamp(registrationClosesAt),
    ...(fee !== undefined && { entryFeeMinorUnits: fee }),
    scoring: scoring && scoringMessage(scoring),
    ...(data !== undefined && { metadata: metadataText(data, TOURNAMENT_METADATA_BYTES) }),
  };
}

const changed = {
  returns: "The created or changed tournament.",
  reply: { tournament: one(Tournament, "tournament") },
};
const noBody = { body: {}, bodyIs: { default: {}, description: "No body, or an empty object." } };

const { get, post, patch } = operationsOf("tournaments", {
  read: "read",
  write: "tournaments:write",
});
const lifecycle = operationsOf("lifecycle", { read: "read", write: "tournaments:write" });

export const tournamentOperations = [
  post("createTournament", "/tournament/create", {
    gameInBody: true,
    summary: "Create a tournament",
    description:
      "Creates a tournament with the status `pending`. Gamers can join after you publish it. A retry without an Idempotency-Key creates a second tournament. If you send an `externalId`, the retry returns `external_id_taken` instead.",
    body: NewTournament,
    example: {
      game: "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11",
      name: Tournament.example.name,
      description: Tournament.example.description,
      entryFee: Tournament.example.entryFee,
      startTime: "2030-05-01T18:00:00Z",
      endTime: "2030-05-01T22:00:00+02:00",
      maxEntries: Tournament.example.maxEntries,
      prizeSplit: Tournament.example.prizeSplit,
      externalId: "friday-2030-05",
      metadata: { season: 3 },
    },
    problems: ["GAME_NOT_FOUND", "TOURNAMENT_LIMIT", "EXTERNAL_ID_TAKEN"],
    statuses: [201],
    ...changed,
    done: "Tournament created successfully",
    async handle({ body, game, mutation, reply }, { tournament: service }) {
      if (body.game !== undefined && !isGame(game, body.game))
        throw new ProblemError("GAME_NOT_FOUND", "The API key belongs to a different game.");
      const created = await service.createTournament({ ...mutation, terms: toTerms(body, game) });
      reply.header("location", `/tournament/${created.tournament?.id}`);
      return created;
    },
  }),

  patch("updateTournament", "/tournament/:tournamentId/update", {
    summary: "Update a tournament",
    description:
      "Changes the fields in the request and returns the tournament. Needs a pending tournament that has not started. Omitted fields do not change, and the result must be valid as a whole.",
    body: TournamentChanges,
    example: { entryFee: 3, endTime: "2030-05-01T23:00:00Z" },
    problems: ["TOURNAMENT_NOT_PENDING", "TOURNAMENT_STARTED"],
    ...changed,
    done: "Tournament updated successfully",
    handle: async ({ body, game, mutation }, { tournament: service }) =>
      await service.updateTournament({ ...mutation, patch: toTerms(body, game) }),
  }),

  patch("setTournamentMetadata", "/tournament/:tournamentId/metadata", {
    summary: "Set tournament metadata",
    description:
      "Replaces all metadata of a tournament and returns the tournament. You can do this in any status. Send null to remove the metadata.",
    body: { metadata: nullable(metadata(TOURNAMENT_METADATA_BYTES)) },
    example: { metadata: { season: 3, sponsor: "Acme" } },
    bodyIs: {
      description: "The new metadata, which replaces all existing metadata. Null removes it.",
    },
    ...changed,
    done: "Metadata replaced successfully",
    handle: async ({ body, mutation }, { tournament: service }) =>
      await service.updateMetadata({
        ...mutation,
        metadata: metadataText(body.metadata, TOURNAMENT_METADATA_BYTES),
      }),
  }),

  get("getTournament", "/tournament/:tournamentId", {
    isShared: true,
    summary: "Retrieve a tournament",
    description:
      "Returns a tournament with its current status and prize pool and, after its completion, its winners.",
    returns: "The tournament.",
    reply: { tournament: one(Tournament, "tournament") },
    handle: async ({ target, deadlineAt }, _clients, { readTournament }) => ({
      tournament: await readTournament({ of: target, deadlineAt }),
    }),
  }),

  get("listTournaments", "/tournament", {
    isShared: true,
    summary: "List tournaments",
    description:
      "Returns the tournaments of the environment, newest first. You can filter by status, end time and `externalId`. Items do not have the list of winners.",
    query: {
      status: STATUSES.schema("Returns only tournaments with this status."),
      endsAfter: dateTime("Returns only tournaments that end at or after this time."),
      endsBefore: dateTime("Returns only tournaments that end before this time."),
      externalId: externalId("Returns only the tournament with this `externalId`."),
    },
    page: [100, 20],
    returns: "A page of tournaments, newest first.",
    reply: {
      tournaments: many(TournamentListItem, "The tournaments on this page.", "tournaments"),
    },
    handle: ({ query, page, target }, { tournament: service }) => {
      const { status, endsAfter, endsBefore, externalId: wanted = "" } = query;
      return service.listTournaments({
        ...target,
        ...page,
        externalId: wanted,
        status: STATUSES.value(status),
        endsAfter: findTimestamp(endsAfter),
        endsBefore: findTimestamp(endsBefore),
      });
    },
  }),

  lifecycle.patch("publishTournament", "/tournament/:tournamentId/publish", {
    summary: "Publish a tournament",
    description:
      "Opens a pending tournament to gamers. They can join until registration closes or the tournament ends. The tournament must end in the future. A retry without the same Idempotency-Key returns `tournament_not_pending`.",
    ...noBody,
    problems: ["TOURNAMENT_NOT_PENDING", "TOURNAMENT_ENDED"],
    ...changed,
    done: "Tournament published successfully",
    handle: ({ mutation }, { tournament: service }) => service.publishTournament(mutation),
  }),

  lifecycle.patch("cancelTournament", "/tournament/:tournamentId/cancel", {
    summary: "Cancel a tournament",
    description:
      "Cancels a pending or published tournament and refunds all entry fees. Refunds are paid shortly after the response, each exactly once. A retry without the same Idempotency-Key returns `tournament_not_cancellable`.",
    ...noBody,
    problems: ["TOURNAMENT_NOT_CANCELLABLE"],
    ...changed,
    done: "Tournament cancelled successfully",
    handle: ({ mutation }, { tournament: service }) => service.cancelTournament(mutation),
  }),

  lifecycle.patch("completeTournament", "/tournament/:tournamentId/complete", {
    bodyLimit: MANY_ITEMS_BYTES,
    summary: "Complete a tournament",
    description:
      "Ends a published tournament immediately. The tournament is `settling` until all prizes are paid, then `completed`. You can send final ranks for gamers who are still in. Gamers without a final rank share the next rank or, if the tournament takes scores, rank by their scores. A retry without the same Idempotency-Key returns `tournament_not_published`.",
    body: optional({
      ranks: Type.Array(
        closed({
          gamer: handle,
          rank: integer(
            "The final rank: 1 plus the number of gamers with a better rank.",
            1,
            1_000_000,
          ),
        }),
        {
          maxItems: 10_000,
          description:
            "The final ranks of gamers who are still in, from 1 without gaps. Tied gamers share a rank (1, 2, 2, 4). Gamers who are not in this array share the next rank or, if the tournament takes scores, rank by their scores.",
        },
      ),
    }),
    example: {
      ranks: [
        { gamer: "ada", rank: 1 },
        { gamer: "grace", rank: 2 },
      ],
    },
    bodyIs: { default: {} },
    problems: [
      "TOURNAMENT_NOT_PUBLISHED",
      "RANKS_INVALID",
      "GAMER_NOT_FOUND",
      "GAMER_NOT_ENTERED",
      "GAMER_ALREADY_ELIMINATED",
      "GAMER_DISQUALIFIED",
    ],
    ...changed,
    done: "Tournament completed successfully",
    handle: ({ body: { ranks = [] }, mutation }, { tournament: service }) => {
      const finalRanks = ranks.map(({ gamer, rank }) => ({ handle: gamer, rank }));
      return service.completeTournament({ ...mutation, finalRanks });
    },
  }),
];
