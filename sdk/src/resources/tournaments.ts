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

/** Tournaments of the environment. */
export function createTournaments(http: Http) {
  return {
    /** Creates a tournament, which nobody can join until it is published. */
    create: (terms: NewTournament, options: CallOptions = {}): Answer<"createTournament"> =>
      resultOf(http.POST("/tournament/create", { body: terms, ...initOf(options) })),

    /** Changes what a tournament's status lets one change. */
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

    /** Lets gamers join. */
    publish: (id: string, options: CallOptions = {}): Answer<"publishTournament"> =>
      resultOf(
        http.PATCH("/tournament/{tournamentId}/publish", { ...one(id), ...initOf(options) }),
      ),

    /** Ends a tournament and gives every entry fee back. */
    cancel: (id: string, options: CallOptions = {}): Answer<"cancelTournament"> =>
      resultOf(http.PATCH("/tournament/{tournamentId}/cancel", { ...one(id), ...initOf(options) })),

    /** Ends a tournament before its time, with ranks of gamers still in if there are any. */
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

    /** The newest first. */
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

/** What a game attaches to a tournament. */
const createAttachments = (http: Http) => ({
  /** Replaces the metadata, whatever the status; null removes it. */
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

/** What is listed of one tournament. */
function createParts(http: Http) {
  return {
    /** Standings: the best first, live and final. */
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

    /** Every movement of the prize pool: iterates over lines; each page has its seals as well. */
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

    /** Entries and pool over time, at up to 200 equal distances. */
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

/** What a tournament pays, or would. */
function createPayouts(http: Http) {
  return {
    /** Who is paid what: iterates over payouts; each page has the settlement as well. */
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

    /** Who would be paid what if it ended now; only while it is published. */
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
