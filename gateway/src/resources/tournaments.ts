import { scoringMessage } from "@tms/kit/values/scoring";
import type { Game } from "@tms/proto/tms/game/v1/game";
import type { Tournament as TournamentMessage } from "@tms/proto/tms/tournament/v1/tournament";
import { ref } from "@tms/resources/resource";
import { ScoringSchema } from "@tms/resources/scoring";
import { STATUSES, Tournament, TournamentListItem } from "@tms/resources/tournament";
import { currencyOf } from "@tms/resources/values/currency";
import { metadata, TOURNAMENT_METADATA_BYTES } from "@tms/resources/values/metadata";
import { timestampOf } from "@tms/resources/values/times";
import { Type, type Static, type TObject } from "typebox";
import { isGame } from "../auth/environment.ts";
import type { TournamentReader } from "../batching/tournament-reads.ts";
import { amountOf } from "../http/body/amounts.ts";
import { metadataText } from "../http/body/metadata.ts";
import { PATTERNS } from "../openapi/patterns.ts";
import {
  amount,
  closed,
  dateTime,
  handle,
  id,
  message,
  nextCursor,
  nullable,
  pageQuery,
} from "../openapi/fields.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { operationsOf } from "../rest/operation.ts";

// Large enough for the final ranks of thousands of gamers.
const RANKS_LIMIT_BYTES = 1024 * 1024;

const ownMetadata = metadata(TOURNAMENT_METADATA_BYTES);
const terms = {
  name: Type.String({
    format: "text",
    minLength: 1,
    maxLength: 200,
    description: "The name of the tournament. It has at least one visible character.",
  }),
  description: Type.String({ format: "text", maxLength: 5_000, description: "The description." }),
  startTime: dateTime("When the tournament starts, with a UTC offset. It can be in the past."),
  endTime: dateTime(
    "When the tournament ends, with a UTC offset. It must be in the future and after `startTime`.",
  ),
};
const options = {
  entryFee: Type.Optional(amount("The entry fee for each gamer. The default on create is 0.")),
  registrationClosesAt: Type.Optional(
    dateTime(
      "When registration closes, at the latest at `endTime`. The default on create is `endTime`.",
    ),
  ),
  maxEntries: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: "The maximum number of entries. The default on create is no limit.",
    }),
  ),
  minEntries: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        "The minimum number of entries. A tournament with fewer entries at its end is canceled and refunded. The default on create is 0.",
    }),
  ),
  prizeSplit: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
      minItems: 1,
      maxItems: 100,
      description:
        "The share of the prize pool for each rank, the best rank first. The default on create is that rank 1 gets the whole pool.",
    }),
  ),
  scoring: Type.Optional(
    closed(Type.Partial(ScoringSchema).properties, {
      description:
        "The rules that turn scores into ranks. A tournament without `scoring` takes no scores. An update replaces the whole object, so send all fields. An update cannot remove the object. The defaults are operator `best`, direction `higher`, no tie-breaks, ties `shared`, 10,000 attempts, noScore `out` and no limits.",
      examples: [{ operator: "sum", counted: 5, tieBreaks: ["lower"] }],
    }),
  ),
};
const externalId = (description: string) =>
  Type.Optional(
    Type.String({ pattern: PATTERNS.visible.pattern, description, examples: ["friday-2030-05"] }),
  );
const changes = {
  ...Type.Partial(Type.Object(terms)).properties,
  ...options,
  metadata: Type.Optional(nullable(ownMetadata)),
};
type Changes = Static<TObject<typeof changes>> & { game?: string; externalId?: string };

/** Converts the terms that a request sets. */
function toTerms(body: Changes, currentGame: Game) {
  const { game: _, startTime, endTime, registrationClosesAt, ...rest } = body;
  const { entryFee: __, scoring, metadata: data, ...same } = rest;
  const fee = amountOf(body, "entryFee", currencyOf(currentGame));
  return {
    ...same,
    ...(startTime !== undefined && { startTime: timestampOf(startTime) }),
    ...(endTime !== undefined && { endTime: timestampOf(endTime) }),
    ...(registrationClosesAt !== undefined && {
      registrationCloseTime: timestampOf(registrationClosesAt),
    }),
    ...(fee !== undefined && { entryFeeMinorUnits: fee }),
    ...(scoring !== undefined && { scoring: scoringMessage(scoring) }),
    ...(data !== undefined && { metadata: metadataText(data, TOURNAMENT_METADATA_BYTES) }),
  };
}

const tournament = ref(Tournament.schema);
const changed = {
  returns: "The created or changed tournament.",
  reply: { message, tournament },
};
const toChange = (
  text: string,
  found: { tournament?: TournamentMessage | undefined },
  game: Game,
) => ({
  message: text,
  tournament: Tournament.toJson(found.tournament, game),
});
const noBody = closed({}, { default: {}, description: "No body, or an empty object." });

const { get, post, patch } = operationsOf<{ readTournament: TournamentReader }>("tournaments");
const lifecycle = operationsOf<{ readTournament: TournamentReader }>("lifecycle");

/** The operations on tournaments. */
export const tournamentOperations = [
  post("createTournament", "/tournament/create", {
    scope: "tournaments:write",
    gameInBody: true,
    summary: "Create a tournament",
    description:
      "Creates a tournament with the status `pending`. Gamers can join after you publish it. A retry without an Idempotency-Key creates a second tournament. If you send an `externalId`, the retry returns `external_id_taken` instead. Needs the scope `tournaments:write`.",
    body: closed(
      {
        game: Type.Optional(
          id(
            "The id of the environment. With an API key or `X-Game-Id`, you can omit this field or send the id of the game.",
          ),
        ),
        ...terms,
        ...options,
        metadata: Type.Optional(ownMetadata),
        externalId: externalId(
          "Your own id for the tournament: 1 to 100 visible ASCII characters. It must be unique in the environment and never changes. You cannot use it again, even after the tournament is canceled.",
        ),
      },
      {
        examples: [
          {
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
        ],
      },
    ),
    problems: ["GAME_NOT_FOUND", "TOURNAMENT_LIMIT", "EXTERNAL_ID_TAKEN"],
    statuses: [201],
    ...changed,
    async handle({ body, game, mutation, reply }, { tournament: service }) {
      if (body.game !== undefined && !isGame(game, body.game))
        throw new ProblemError("GAME_NOT_FOUND", "The API key belongs to a different game.");
      const created = await service.createTournament({ ...mutation, terms: toTerms(body, game) });
      const answer = toChange("Tournament created successfully", created, game);
      reply.header("location", `/tournament/${answer.tournament.id}`);
      return answer;
    },
  }),

  patch("updateTournament", "/tournament/:tournamentId/update", {
    scope: "tournaments:write",
    summary: "Update a tournament",
    description:
      "Changes the fields in the request and returns the tournament. Needs a pending tournament that has not started. Omitted fields do not change, and the result must be valid as a whole. Needs the scope `tournaments:write`.",
    body: closed(changes, { examples: [{ entryFee: 3, endTime: "2030-05-01T23:00:00Z" }] }),
    problems: ["TOURNAMENT_NOT_PENDING", "TOURNAMENT_STARTED"],
    ...changed,
    async handle({ body, game, params, mutation }, { tournament: service }) {
      const updated = await service.updateTournament({
        ...mutation,
        ...params,
        patch: toTerms(body, game),
      });
      return toChange("Tournament updated successfully", updated, game);
    },
  }),

  patch("setTournamentMetadata", "/tournament/:tournamentId/metadata", {
    scope: "tournaments:write",
    summary: "Set tournament metadata",
    description:
      "Replaces all metadata of a tournament and returns the tournament. You can do this in any status. Send null to remove the metadata. Needs the scope `tournaments:write`.",
    body: closed(
      { metadata: nullable(ownMetadata) },
      {
        description: "The new metadata, which replaces all existing metadata. Null removes it.",
        examples: [{ metadata: { season: 3, sponsor: "Acme" } }],
      },
    ),
    ...changed,
    async handle({ body, game, params, mutation }, { tournament: service }) {
      const replaced = await service.updateMetadata({
        ...mutation,
        ...params,
        metadata: metadataText(body.metadata, TOURNAMENT_METADATA_BYTES),
      });
      return toChange("Metadata replaced successfully", replaced, game);
    },
  }),

  get("getTournament", "/tournament/:tournamentId", {
    scope: "read",
    isShared: true,
    summary: "Retrieve a tournament",
    description:
      "Returns a tournament with its current status and prize pool and, after its completion, its winners. Needs the scope `read`.",
    returns: "The tournament.",
    reply: { tournament },
    async handle({ target, game, deadlineAt }, _clients, { readTournament }) {
      const found = await readTournament({ of: target, deadlineAt });
      return { tournament: Tournament.toJson(found, game) };
    },
  }),

  get("listTournaments", "/tournament", {
    scope: "read",
    isShared: true,
    summary: "List tournaments",
    description:
      "Returns the tournaments of the environment, newest first. You can filter by status, end time and `externalId`. Items do not have the list of winners. Needs the scope `read`.",
    query: {
      status: Type.Optional(STATUSES.schema("Returns only tournaments with this status.")),
      endsAfter: Type.Optional(
        dateTime("Returns only tournaments that end at or after this time."),
      ),
      endsBefore: Type.Optional(dateTime("Returns only tournaments that end before this time.")),
      externalId: externalId("Returns only the tournament with this `externalId`."),
      ...pageQuery(100, 20),
    },
    problems: ["INVALID_PAGE_TOKEN"],
    returns: "A page of tournaments, newest first.",
    reply: {
      tournaments: Type.Array(ref(TournamentListItem.schema), {
        description: "The tournaments on this page.",
      }),
      nextCursor,
    },
    async handle({ query, page, game }, { tournament: service }) {
      const { status, endsAfter, endsBefore, externalId: wanted = "" } = query;
      const { tournaments, nextPageToken } = await service.listTournaments({
        gameId: game.id,
        ...page,
        externalId: wanted,
        ...(status && { status: STATUSES.value(status) }),
        ...(endsAfter && { endsAfter: timestampOf(endsAfter) }),
        ...(endsBefore && { endsBefore: timestampOf(endsBefore) }),
      });
      return {
        tournaments: tournaments.map((one) => TournamentListItem.toJson(one, game)),
        nextCursor: nextPageToken || null,
      };
    },
  }),

  lifecycle.patch("publishTournament", "/tournament/:tournamentId/publish", {
    scope: "tournaments:write",
    summary: "Publish a tournament",
    description:
      "Opens a pending tournament to gamers. They can join until registration closes or the tournament ends. The tournament must end in the future. A retry without the same Idempotency-Key returns `tournament_not_pending`. Needs the scope `tournaments:write`.",
    body: noBody,
    problems: ["TOURNAMENT_NOT_PENDING", "TOURNAMENT_ENDED"],
    ...changed,
    async handle({ game, params, mutation }, { tournament: service }) {
      const published = await service.publishTournament({ ...mutation, ...params });
      return toChange("Tournament published successfully", published, game);
    },
  }),

  lifecycle.patch("cancelTournament", "/tournament/:tournamentId/cancel", {
    scope: "tournaments:write",
    summary: "Cancel a tournament",
    description:
      "Cancels a pending or published tournament and refunds all entry fees. Refunds are paid shortly after the response, each exactly once. A retry without the same Idempotency-Key returns `tournament_not_cancellable`. Needs the scope `tournaments:write`.",
    body: noBody,
    problems: ["TOURNAMENT_NOT_CANCELLABLE"],
    ...changed,
    async handle({ game, params, mutation }, { tournament: service }) {
      const cancelled = await service.cancelTournament({ ...mutation, ...params });
      return toChange("Tournament cancelled successfully", cancelled, game);
    },
  }),

  lifecycle.patch("completeTournament", "/tournament/:tournamentId/complete", {
    scope: "tournaments:write",
    bodyLimit: RANKS_LIMIT_BYTES,
    summary: "Complete a tournament",
    description:
      "Ends a published tournament immediately. The tournament is `settling` until all prizes are paid, then `completed`. You can send final ranks for gamers who are still in. Gamers without a final rank share the next rank or, if the tournament takes scores, rank by their scores. A retry without the same Idempotency-Key returns `tournament_not_published`. Needs the scope `tournaments:write`.",
    body: closed(
      {
        ranks: Type.Optional(
          Type.Array(
            closed({
              gamer: handle,
              rank: Type.Integer({
                minimum: 1,
                maximum: 1_000_000,
                description: "The final rank: 1 plus the number of gamers with a better rank.",
              }),
            }),
            {
              maxItems: 10_000,
              description:
                "The final ranks of gamers who are still in, from 1 without gaps. Tied gamers share a rank (1, 2, 2, 4). Gamers who are not in this array share the next rank or, if the tournament takes scores, rank by their scores.",
            },
          ),
        ),
      },
      {
        default: {},
        examples: [
          {
            ranks: [
              { gamer: "ada", rank: 1 },
              { gamer: "grace", rank: 2 },
            ],
          },
        ],
      },
    ),
    problems: [
      "TOURNAMENT_NOT_PUBLISHED",
      "RANKS_INVALID",
      "GAMER_NOT_FOUND",
      "GAMER_NOT_ENTERED",
      "GAMER_ALREADY_ELIMINATED",
      "GAMER_DISQUALIFIED",
    ],
    ...changed,
    async handle({ body, game, params, mutation }, { tournament: service }) {
      const ranks = body.ranks ?? [];
      const finalRanks = ranks.map(({ gamer, rank }) => ({ handle: gamer, rank }));
      const completed = await service.completeTournament({ ...mutation, ...params, finalRanks });
      return toChange("Tournament completed successfully", completed, game);
    },
  }),
];
