import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { listOf, type List } from "../list.ts";
import type {
  Answer,
  AnswerOf,
  BodyOf,
  Entry,
  Payout,
  QueryOf,
  StatementLine,
  TournamentListItem,
} from "../types.ts";

/** The terms of a new tournament. */
export type NewTournament = BodyOf<"createTournament">;

const one = (tournamentId: string) => ({ params: { path: { tournamentId } } });

/** The tournaments of the environment. */
export function createTournaments(http: Http) {
  return {
    /** Creates a tournament. Gamers can join after you publish it. */
    create: (terms: NewTournament, options: CallOptions = {}): Answer<"createTournament"> =>
      resultOf(http.POST("/tournament/create", { body: terms, ...initOf(options) })),

    /** Changes a pending tournament that has not started. Omitted fields do not change. */
    update: (
      id: string,
      changes: BodyOf<"updateTournament">,
      options: CallOptions = {},
    ): Answer<"updateTournament"> =>
      resultOf(
        http.PATCH("/tournament/{tournamentId}/update", {
          ...one(id),
          body: changes,
          ...initOf(options),
        }),
      ),

    /** Opens a pending tournament to gamers. */
    publish: (id: string, options: CallOptions = {}): Answer<"publishTournament"> =>
      resultOf(
        http.PATCH("/tournament/{tournamentId}/publish", { ...one(id), ...initOf(options) }),
      ),

    /** Cancels a tournament, and refunds all entry fees. */
    cancel: (id: string, options: CallOptions = {}): Answer<"cancelTournament"> =>
      resultOf(http.PATCH("/tournament/{tournamentId}/cancel", { ...one(id), ...initOf(options) })),

    /** Ends a tournament immediately, optionally with final ranks of gamers who are still in. */
    complete: (
      id: string,
      ending: BodyOf<"completeTournament"> = {},
      options: CallOptions = {},
    ): Answer<"completeTournament"> =>
      resultOf(
        http.PATCH("/tournament/{tournamentId}/complete", {
          ...one(id),
          body: ending,
          ...initOf(options),
        }),
      ),

    get: (id: string, options: CallOptions = {}): Answer<"getTournament"> =>
      resultOf(http.GET("/tournament/{tournamentId}", { ...one(id), ...initOf(options) })),

    /** Lists tournaments, newest first. */
    list: (
      query: QueryOf<"listTournaments"> = {},
      options: CallOptions = {},
    ): List<TournamentListItem, AnswerOf<"listTournaments">> =>
      listOf(
        (page) =>
          resultOf(
            http.GET("/tournament", {
              params: { query: { ...query, ...page } },
              ...initOf(options),
            }),
          ),
        ({ tournaments }) => tournaments,
      ),

    ...createAttachments(http),
    ...createParts(http),
    ...createPayouts(http),
  };
}

/** The data that a game attaches to a tournament. */
const createAttachments = (http: Http) => ({
  /** Replaces the metadata in any status. Null removes it. */
  setMetadata: (
    tournamentId: string,
    metadata: BodyOf<"setTournamentMetadata">["metadata"],
    options: CallOptions = {},
  ): Answer<"setTournamentMetadata"> =>
    resultOf(
      http.PATCH("/tournament/{tournamentId}/metadata", {
        params: { path: { tournamentId } },
        body: { metadata },
        ...initOf(options),
      }),
    ),
});

/** The lists of one tournament. */
function createParts(http: Http) {
  return {
    /** Lists the entries in the order of the standings. */
    entries: (
      tournamentId: string,
      query: QueryOf<"listEntries"> = {},
      options: CallOptions = {},
    ): List<Entry, AnswerOf<"listEntries">> =>
      listOf(
        (page) =>
          resultOf(
            http.GET("/tournament/{tournamentId}/entries", {
              params: { path: { tournamentId }, query: { ...query, ...page } },
              ...initOf(options),
            }),
          ),
        ({ entries }) => entries,
      ),

    /** Lists the transfers of the prize pool, oldest first. Each page also has their seals. */
    statement: (
      tournamentId: string,
      query: QueryOf<"getStatement"> = {},
      options: CallOptions = {},
    ): List<StatementLine, AnswerOf<"getStatement">> =>
      listOf(
        (page) =>
          resultOf(
            http.GET("/tournament/{tournamentId}/statement", {
              params: { path: { tournamentId }, query: { ...query, ...page } },
              ...initOf(options),
            }),
          ),
        ({ lines }) => lines,
      ),

    /** Returns the entries and the prize pool over time, at up to 200 regular intervals. */
    timeline: (
      tournamentId: string,
      query: { buckets?: number } = {},
      options: CallOptions = {},
    ): Answer<"getTimeline"> =>
      resultOf(
        http.GET("/tournament/{tournamentId}/timeline", {
          params: { path: { tournamentId }, query },
          ...initOf(options),
        }),
      ),
  };
}

/** The payouts of a tournament, and their preview. */
function createPayouts(http: Http) {
  return {
    /** Lists the payouts or refunds, best rank first. Each page also has the settlement. */
    settlement: (
      tournamentId: string,
      query: QueryOf<"getSettlement"> = {},
      options: CallOptions = {},
    ): List<Payout, AnswerOf<"getSettlement">> =>
      listOf(
        (page) =>
          resultOf(
            http.GET("/tournament/{tournamentId}/settlement", {
              params: { path: { tournamentId }, query: { ...query, ...page } },
              ...initOf(options),
            }),
          ),
        ({ payouts }) => payouts,
      ),

    /** Lists the payouts of a published tournament as if it ended now. */
    preview: (
      tournamentId: string,
      query: QueryOf<"previewSettlement"> = {},
      options: CallOptions = {},
    ): List<Payout, AnswerOf<"previewSettlement">> =>
      listOf(
        (page) =>
          resultOf(
            http.GET("/tournament/{tournamentId}/settlement/preview", {
              params: { path: { tournamentId }, query: { ...query, ...page } },
              ...initOf(options),
            }),
          ),
        ({ payouts }) => payouts,
      ),
  };
}
