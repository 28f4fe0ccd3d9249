import * as field from "@tms/resources/field";
import { derivedId } from "@tms/kit/values/ids";
import type { Entry as EntryMessage } from "@tms/proto/tms/entry/v1/entry";
import { Entry, EntryDecision, TimelinePoint, toEntries } from "@tms/resources/entry";
import { ref } from "@tms/resources/resource";
import { Standing } from "@tms/resources/score";
import { metadata, METADATA_BYTES } from "@tms/resources/values/metadata";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { originOf } from "../auth/principal.ts";
import { type Joiner, type PendingJoin, toError } from "../batching/batches.ts";
import { metadataText } from "../http/body/values.ts";
import { deadlineOf } from "../http/deadline.ts";
import {
  closed,
  decisionReason,
  handle,
  integer,
  message,
  nullable,
  optional,
  trueOrFalse,
} from "@tms/resources/input";
import type { ProblemName } from "../problems/catalogue.ts";
import { invalid } from "../problems/problem-error.ts";
import { toProblem } from "../problems/translate.ts";
import { MANY_ITEMS_BYTES } from "../rest/declaration.ts";
import { results, toResults } from "../rest/item-results.ts";
import { operationsOf } from "../rest/operation.ts";

// The number of joins of one request that are sent at once. Equals the default of JOIN_BATCH_MAX, so that a
// join of another request waits for at most one batch.
const MAX_AT_ONCE = 256;

const MAX_BUCKETS = 200;

const entry = ref(Entry.schema);
const entries = field.many(Entry, "The changed entries.", "entries");

const joining = { gamer: handle, ...optional({ metadata: metadata(METADATA_BYTES) }) };
const gamers = (description: string) =>
  Type.Array(handle, { minItems: 1, maxItems: 1_000, uniqueItems: true, description });
const gamersWithReason = {
  body: {
    ...optional({ gamer: handle, gamers: gamers("The handles of the gamers.") }),
    reason: decisionReason,
  },
  bodyIs: { description: "Either `gamer` or `gamers`, and the reason." },
};

const { get, post, patch } = operationsOf("entries", { read: "read", write: "entries:write" });
// The problems of every decision on entries.
const ON_ENTRIES = [
  "TOURNAMENT_NOT_PUBLISHED",
  "TOURNAMENT_ENDED",
  "GAMER_NOT_FOUND",
  "GAMER_NOT_ENTERED",
] as const;

export const entryOperations = [
  post("joinTournament", "/tournament/:tournamentId/join", {
    summary: "Join a tournament",
    description:
      "Creates an entry for a gamer: takes a seat and charges the entry fee. If the fee cannot be charged, the seat is released. Needs a published tournament with open registration and a free seat. Creates the gamer if the handle is new. A gamer can join a tournament only once, so a retry never charges twice. A retry with the same Idempotency-Key returns the original entry. Without a key, it returns `gamer_already_joined`.",
    body: joining,
    example: { gamer: "ada" },
    problems: [
      "INSUFFICIENT_FUNDS",
      "TOURNAMENT_NOT_PUBLISHED",
      "TOURNAMENT_ENDED",
      "REGISTRATION_CLOSED",
      "TOURNAMENT_FULL",
      "GAMER_ALREADY_JOINED",
      "BALANCE_OVERFLOW",
    ],
    statuses: [201],
    returns: "The gamer has joined, and the entry fee was charged.",
    reply: { message, entry },
    async handle({ request, body, game, target, requestId }, _clients, { join }) {
      const joined = await join(toPendingJoin(request, { ...target, requestId }, body, ""));
      return { message: "Tournament joined successfully", entry: Entry.toJson(joined, game) };
    },
  }),

  post("joinGamers", "/tournament/:tournamentId/joins", {
    bodyLimit: MANY_ITEMS_BYTES,
    summary: "Join many gamers",
    description:
      "Joins up to 1,000 gamers to a tournament. Each gamer has a separate charge and a separate result, as in a request with only this gamer. A failed join does not affect the others. The whole request fails if its body is invalid or the tournament is unknown. If the tournament is not open for joins, each result has the problem. You can safely retry the whole request, because no gamer is charged twice.",
    body: {
      gamers: Type.Array(Type.Union([handle, closed(joining)]), {
        minItems: 1,
        maxItems: 1_000,
        description:
          "The gamers to join. Each item is a handle, or the body of a request that joins only this gamer.",
      }),
    },
    example: { gamers: ["ada", { gamer: "grace", metadata: { seed: 2 } }] },
    returns: "The result of each join, in the order of the request.",
    reply: { message, results: results([201], { entry }) },
    async handle({ request, body, game, target, requestId }, _clients, { join, publicUrl }) {
      // All metadata is checked before any join is sent, so that an invalid request has no effect.
      const joins = body.gamers.map((item, index) => {
        const id = derivedId("join", requestId, String(index));
        const given = typeof item === "string" ? { gamer: item } : item;
        return toPendingJoin(request, { ...target, requestId: id }, given, `/gamers/${index}`);
      });
      const outcomes = await joinAll(join, joins);
      const items = { field: "gamers", items: body.gamers, publicUrl };
      return {
        message: "Joins processed",
        results: toResults(request, items, outcomes, (joined) => ({
          status: 201 as const,
          entry: Entry.toJson(joined, game),
        })),
      };
    },
  }),

  patch("eliminateGamers", "/tournament/:tournamentId/eliminate", {
    bodyLimit: MANY_ITEMS_BYTES,
    summary: "Eliminate gamers",
    description:
      "Eliminates one or more gamers from a published tournament. Either all of them are eliminated or none. Each gamer immediately gets a rank: the number of entries still in, plus one. Gamers who are eliminated together share the rank. While gamers can still join, the rank is `provisional`, and each join makes it worse by one. If the tournament takes scores and `noScore` is `out`, gamers without a score rank behind eliminated gamers. The rank is then provisional until the ranking is final. A retry without the same Idempotency-Key returns `gamer_already_eliminated`.",
    body: optional({
      gamer: handle,
      gamers: gamers(
        "The handles of gamers to eliminate together. They share one rank and one `eliminatedAt`.",
      ),
    }),
    example: { gamers: ["ada", "grace"] },
    bodyIs: { description: "Either `gamer` or `gamers`." },
    problems: [...ON_ENTRIES, "GAMER_ALREADY_ELIMINATED", "GAMER_DISQUALIFIED"],
    returns: "The eliminated entries, in the order of the request.",
    done: "Gamers eliminated successfully",
    reply: { entries },
    handle: async ({ body, mutation }, { entry: service }) =>
      await service.eliminate({ ...mutation, handles: toHandles(body) }),
  }),

  patch("disqualifyGamers", "/tournament/:tournamentId/disqualify", {
    bodyLimit: MANY_ITEMS_BYTES,
    summary: "Disqualify gamers",
    description:
      "Removes one or more gamers from the ranking of a published tournament. Either all of them are disqualified or none. A disqualified gamer has no rank, wins no prize and cannot submit scores. Gamers who ranked behind a disqualified gamer move up. The gamer keeps the seat, and the entry fee stays in the prize pool. If no gamer is left who can be paid, the tournament is cancelled at its end and all fees are refunded. A retry without the same Idempotency-Key returns `gamer_disqualified`.",
    ...gamersWithReason,
    example: { gamer: "ada", reason: "Speed hack, case 77" },
    problems: [...ON_ENTRIES, "GAMER_DISQUALIFIED"],
    returns: "The disqualified entries, in the order of the request.",
    done: "Gamers disqualified successfully",
    reply: { entries },
    handle: async ({ body, mutation }, { entry: service }) =>
      await service.disqualify({ ...mutation, handles: toHandles(body), reason: body.reason }),
  }),

  patch("reinstateGamers", "/tournament/:tournamentId/reinstate", {
    bodyLimit: MANY_ITEMS_BYTES,
    summary: "Reinstate gamers",
    description:
      "Undoes the disqualification or the latest elimination of one or more gamers. Either all of them are reinstated or none. A disqualified gamer gets the previous score or elimination back. An eliminated gamer is in the tournament again, if no other gamer was eliminated later. If other gamers of the same elimination stay eliminated, their rank is computed again. Send an Idempotency-Key: a retry without the same key can also undo the elimination of a gamer who was eliminated before the disqualification. If the gamer is in, it returns `gamer_not_disqualified`.",
    ...gamersWithReason,
    example: { gamer: "ada", reason: "Case 77 was a false alarm" },
    problems: [...ON_ENTRIES, "GAMER_NOT_DISQUALIFIED", "ELIMINATION_NOT_LATEST"],
    returns: "The reinstated entries, in the order of the request.",
    done: "Gamers reinstated successfully",
    reply: { entries },
    handle: async ({ body, mutation }, { entry: service }) =>
      await service.reinstate({ ...mutation, handles: toHandles(body), reason: body.reason }),
  }),

  get("getEntry", "/tournament/:tournamentId/entry/:handle", {
    summary: "Retrieve an entry",
    description:
      "Returns the entry of a gamer in a tournament, with its current rank. If the tournament takes scores, the response has the standing of the gamer. It also has the decisions that disqualified or reinstated the gamer, with their reasons. All values are from the same point in time.",
    problems: ["GAMER_NOT_FOUND", "GAMER_NOT_ENTERED"],
    returns:
      "The entry, its standing and the decisions on it. `standing` is null if the tournament does not take scores.",
    reply: {
      entry: field.one(Entry, "entry"),
      standing: nullable(ref(Standing.schema)),
      decisions: field.many(
        EntryDecision,
        "The last ten decisions on the entry, the latest last.",
        "decisions",
        {
          maxItems: 10,
        },
      ),
    },
    async handle({ target }, { entry: service }) {
      const { standing, ...found } = await service.getEntry(target);
      return {
        ...found,
        standing: standing ? Standing.toJson(standing, { withRank: true }) : null,
      };
    },
  }),

  get("listGamerEntries", "/gamer/:handle/entries", {
    summary: "List the entries of a gamer",
    description:
      "Returns the entries of a gamer in all tournaments of the game, newest first. This includes entries in tournaments that are completed or cancelled. Each entry has its current rank.",
    query: {
      open: trueOrFalse(
        "Send `true` to get only entries in tournaments that gamers can still join. A page can then have fewer entries than `limit`, or none, even if more pages follow.",
      ),
    },
    page: [100, 50],
    problems: ["GAMER_NOT_FOUND"],
    returns: "A page of the gamer's entries, newest first.",
    reply: { entries: field.many(Entry, "The entries on this page.", "entries") },
    handle: ({ query, page, target }, { entry: service }) =>
      service.listGamerEntries({ ...target, ...page, open: query.open === "true" }),
  }),

  get("listEntries", "/tournament/:tournamentId/entries", {
    isShared: true,
    summary: "List the entries of a tournament",
    description:
      "Returns the standings of a tournament, a page at a time. Entries still in come first, in the order in which they joined. Eliminated entries follow, the latest elimination first, with their current rank. After the end, all entries are in the order of their ranks. Disqualified entries are always last.",
    page: [1_000, 50],
    returns: "A page of the standings.",
    reply: { entries: Type.Array(entry, { description: "The entries on this page." }) },
    async handle({ target, page, game }, { entry: service }) {
      const { nextPageToken, ...found } = await service.listEntries({ ...target, ...page });
      return { entries: toEntries(found, target.tournamentId, game), nextPageToken };
    },
  }),

  get("getTimeline", "/tournament/:tournamentId/timeline", {
    summary: "Retrieve the timeline",
    description:
      "Returns the number of entries and the prize pool of a tournament at regular intervals. The first point is one interval after the first join, and the last point is the end of the tournament or now. The timeline is empty before the first join.",
    query: { buckets: integer("The maximum number of points. The default is 60.", 1, MAX_BUCKETS) },
    returns: "The timeline of the tournament, from the first join to its end or to now.",
    reply: {
      timeline: field.many(TimelinePoint, "The points in time, oldest first.", "points", {
        maxItems: MAX_BUCKETS,
      }),
    },
    handle: ({ target, query: { buckets = 0 } }, { entry: service }) =>
      service.getTimeline({ ...target, buckets }),
  }),
];

function toPendingJoin(
  request: FastifyRequest,
  ids: { requestId: string; gameId: string; tournamentId: string },
  given: { gamer: string; metadata?: object },
  pointer: string,
): PendingJoin {
  const text = metadataText(given.metadata, METADATA_BYTES, `${pointer}/metadata`);
  return {
    of: { ...ids, handle: given.gamer, ...(text !== "" && { metadata: text }) },
    origin: originOf(request),
    deadlineAt: deadlineOf(request),
  };
}

// For each seat that a refused charge has freed, repeats one join that found no seat.
async function joinAll(join: Joiner, joins: readonly PendingJoin[]) {
  const outcomes: (EntryMessage | Error)[] = [];
  let next = joins.map((_, index) => index);
  while (next.length > 0) {
    for (let first = 0; first < next.length; first += MAX_AT_ONCE)
      await Promise.all(
        next.slice(first, first + MAX_AT_ONCE).map(async (index) => {
          const one = joins[index];
          if (one) outcomes[index] = await join(one).catch(toError);
        }),
      );
    const isRefused = (index: number, ...problems: ProblemName[]) => {
      const outcome = outcomes[index];
      return outcome instanceof Error && problems.includes(toProblem(outcome, {}).problem);
    };
    const freed = next.filter((index) =>
      isRefused(index, "INSUFFICIENT_FUNDS", "BALANCE_OVERFLOW"),
    ).length;
    const full = joins.flatMap((_, index) => (isRefused(index, "TOURNAMENT_FULL") ? [index] : []));
    next = full.slice(0, freed);
  }
  return outcomes;
}

/** Returns the named handles. Throws INVALID_ARGUMENT unless the body has either `gamer` or `gamers`. */
function toHandles({ gamer, gamers: many }: { gamer?: string; gamers?: string[] }): string[] {
  if (gamer !== undefined && many !== undefined)
    throw invalid({ pointer: "/gamer", detail: "is not allowed with gamers" });
  const named = gamer === undefined ? many : [gamer];
  if (named === undefined)
    throw invalid({ pointer: "/gamer", detail: "is required unless you send gamers" });
  // Normalized, so that a gamer that is named twice is refused as a repeated value.
  return named.map((one) => one.normalize("NFC"));
}
