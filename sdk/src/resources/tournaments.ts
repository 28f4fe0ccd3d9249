import type { Methods } from "../client/methods.ts";
import type { CallOptions } from "../client/options.ts";
import type { BodyOf, JoinResult, QueryOf, Results } from "../types.ts";

/** The terms of a new tournament. */
export type NewTournament = BodyOf<"POST /tournament/create">;

/** The tournaments of the environment. */
export const createTournaments = ({ send, call, callWithBody, list }: Methods) => ({
  /** Creates a tournament. Gamers can join after you publish it. */
  create: callWithBody("POST /tournament/create"),

  /** Changes a pending tournament that has not started. Omitted fields do not change. */
  update: callWithBody("PATCH /tournament/{tournamentId}/update"),

  /** Opens a pending tournament to gamers. */
  publish: call("PATCH /tournament/{tournamentId}/publish"),

  /** Cancels a tournament, and refunds all entry fees. */
  cancel: call("PATCH /tournament/{tournamentId}/cancel"),

  /** Ends a tournament immediately, optionally with final ranks of gamers who are still in. */
  complete: callWithBody("PATCH /tournament/{tournamentId}/complete"),

  get: call("GET /tournament/{tournamentId}"),

  /** Lists tournaments, newest first. */
  list: list("GET /tournament", "tournaments"),

  /** Replaces the metadata in any status. Null removes it. */
  setMetadata: (
    tournamentId: string,
    metadata: BodyOf<"PATCH /tournament/{tournamentId}/metadata">["metadata"],
    options?: CallOptions,
  ) =>
    send(
      "PATCH /tournament/{tournamentId}/metadata",
      { params: { path: { tournamentId } }, body: { metadata } },
      options,
    ),

  /** Lists the entries in the order of the standings. */
  entries: list("GET /tournament/{tournamentId}/entries", "entries"),

  /** Lists the transfers of the prize pool, oldest first. Each page also has their seals. */
  statement: list("GET /tournament/{tournamentId}/statement", "lines"),

  /** Returns the entries and the prize pool over time, at up to 200 regular intervals. */
  timeline: (
    tournamentId: string,
    query: QueryOf<"GET /tournament/{tournamentId}/timeline"> = {},
    options?: CallOptions,
  ) =>
    send(
      "GET /tournament/{tournamentId}/timeline",
      { params: { path: { tournamentId }, query } },
      options,
    ),

  /** Lists the payouts or refunds, best rank first. Each page also has the settlement. */
  settlement: list("GET /tournament/{tournamentId}/settlement", "payouts"),

  /** Lists the payouts of a published tournament as if it ended now. */
  preview: list("GET /tournament/{tournamentId}/settlement/preview", "payouts"),
});

type NewEntry = string | BodyOf<"POST /tournament/{tournamentId}/join">;

const named = (gamers: string | readonly string[]) =>
  typeof gamers === "string" ? { gamer: gamers } : { gamers: [...gamers] };

/** The entries of gamers in tournaments. */
export const createEntries = ({ send }: Methods) => ({
  /** Joins a gamer, and charges the entry fee. Pass a handle, or a body with metadata for the entry. */
  join: (tournamentId: string, gamer: NewEntry, options?: CallOptions) =>
    send(
      "POST /tournament/{tournamentId}/join",
      {
        params: { path: { tournamentId } },
        body: typeof gamer === "string" ? { gamer } : gamer,
      },
      options,
    ),

  /** Joins up to 1,000 gamers. Each gamer has a separate result, in the order of the request. */
  joinMany: (
    tournamentId: string,
    gamers: readonly NewEntry[],
    options?: CallOptions,
  ): Results<"POST /tournament/{tournamentId}/joins", JoinResult> =>
    send(
      "POST /tournament/{tournamentId}/joins",
      { params: { path: { tournamentId } }, body: { gamers: [...gamers] } },
      options,
    ),

  /** Eliminates one or up to 1,000 gamers together, all or none. They share a rank. */
  eliminate: (tournamentId: string, gamers: string | readonly string[], options?: CallOptions) =>
    send(
      "PATCH /tournament/{tournamentId}/eliminate",
      { params: { path: { tournamentId } }, body: named(gamers) },
      options,
    ),

  /**
   * Disqualifies one or up to 1,000 gamers, all or none. They have no rank and win no prize. They keep their
   * seats, and their fees stay in the prize pool. The reason is stored.
   */
  disqualify: (
    tournamentId: string,
    gamers: string | readonly string[],
    reason: string,
    options?: CallOptions,
  ) =>
    send(
      "PATCH /tournament/{tournamentId}/disqualify",
      { params: { path: { tournamentId } }, body: { ...named(gamers), reason } },
      options,
    ),

  /** Undoes the disqualification or the latest elimination of one or up to 1,000 gamers, all or none. */
  reinstate: (
    tournamentId: string,
    gamers: string | readonly string[],
    reason: string,
    options?: CallOptions,
  ) =>
    send(
      "PATCH /tournament/{tournamentId}/reinstate",
      { params: { path: { tournamentId } }, body: { ...named(gamers), reason } },
      options,
    ),

  /** Returns the entry of a gamer, the decisions on it and, if the tournament takes scores, the standing. */
  get: (tournamentId: string, gamer: string, options?: CallOptions) =>
    send(
      "GET /tournament/{tournamentId}/entry/{handle}",
      { params: { path: { tournamentId, handle: gamer } } },
      options,
    ),
});
