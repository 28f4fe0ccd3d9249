import type { Methods } from "../client/methods.ts";
import type { CallOptions } from "../client/options.ts";
import type { BodyOf, JoinResult, QueryOf, Results } from "../types.ts";

export type NewTournament = BodyOf<"POST /tournament/create">;

export const createTournaments = ({ call, callWithBody, callWith, list }: Methods) => ({
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
  setMetadata: callWith(
    "PATCH /tournament/{tournamentId}/metadata",
    (metadata: BodyOf<"PATCH /tournament/{tournamentId}/metadata">["metadata"]) => ({
      body: { metadata },
    }),
  ),

  /** Lists the entries in the order of the standings. */
  entries: list("GET /tournament/{tournamentId}/entries", "entries"),

  /** Lists the transfers of the prize pool, oldest first. Each page also has their seals. */
  statement: list("GET /tournament/{tournamentId}/statement", "lines"),

  /** Returns the entries and the prize pool over time, at up to 200 regular intervals. */
  timeline: callWith(
    "GET /tournament/{tournamentId}/timeline",
    (query?: QueryOf<"GET /tournament/{tournamentId}/timeline">) => ({ query: query ?? {} }),
  ),

  /** Lists the payouts or refunds, best rank first. Each page also has the settlement. */
  settlement: list("GET /tournament/{tournamentId}/settlement", "payouts"),

  /** Lists the payouts of a published tournament as if it ended now. */
  preview: list("GET /tournament/{tournamentId}/settlement/preview", "payouts"),
});

type NewEntry = string | BodyOf<"POST /tournament/{tournamentId}/join">;

const named = (gamers: string | readonly string[]) =>
  typeof gamers === "string" ? { gamer: gamers } : { gamers: [...gamers] };

export const createEntries = ({ send, call, callWith }: Methods) => ({
  /** Joins a gamer, and charges the entry fee. Pass a handle, or a body with metadata for the entry. */
  join: callWith("POST /tournament/{tournamentId}/join", (gamer: NewEntry) => ({
    body: typeof gamer === "string" ? { gamer } : gamer,
  })),

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
  eliminate: callWith(
    "PATCH /tournament/{tournamentId}/eliminate",
    (gamers: string | readonly string[]) => ({ body: named(gamers) }),
  ),

  /**
   * Disqualifies one or up to 1,000 gamers, all or none. They have no rank and win no prize. They keep their
   * seats, and their fees stay in the prize pool. The reason is stored.
   */
  disqualify: callWith(
    "PATCH /tournament/{tournamentId}/disqualify",
    (gamers: string | readonly string[], reason: string) => ({
      body: { ...named(gamers), reason },
    }),
  ),

  /** Undoes the disqualification or the latest elimination of one or up to 1,000 gamers, all or none. */
  reinstate: callWith(
    "PATCH /tournament/{tournamentId}/reinstate",
    (gamers: string | readonly string[], reason: string) => ({
      body: { ...named(gamers), reason },
    }),
  ),

  /** Returns the entry of a gamer, the decisions on it and, if the tournament takes scores, the standing. */
  get: call("GET /tournament/{tournamentId}/entry/{handle}"),
});
