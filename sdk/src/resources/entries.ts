import type { Call } from "../client/call.ts";
import type { CallOptions } from "../client/options.ts";
import type { BodyOf, JoinResult, Results } from "../types.ts";

type NewEntry = string | BodyOf<"POST /tournament/{tournamentId}/join">;
type Gamers = string | readonly string[];

const toMembers = (gamers: Gamers) =>
  typeof gamers === "string" ? { gamer: gamers } : { gamers: [...gamers] };

export const entryMethods = ({ send }: Call) => ({
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
  eliminate: (tournamentId: string, gamers: Gamers, options?: CallOptions) =>
    send(
      "PATCH /tournament/{tournamentId}/eliminate",
      { params: { path: { tournamentId } }, body: toMembers(gamers) },
      options,
    ),

  /**
   * Disqualifies one or up to 1,000 gamers, all or none. They have no rank and win no prize. They keep their
   * seats, and their fees stay in the prize pool. The reason is stored.
   */
  disqualify: (tournamentId: string, gamers: Gamers, reason: string, options?: CallOptions) =>
    send(
      "PATCH /tournament/{tournamentId}/disqualify",
      { params: { path: { tournamentId } }, body: { ...toMembers(gamers), reason } },
      options,
    ),

  /** Undoes the disqualification or the latest elimination of one or up to 1,000 gamers, all or none. */
  reinstate: (tournamentId: string, gamers: Gamers, reason: string, options?: CallOptions) =>
    send(
      "PATCH /tournament/{tournamentId}/reinstate",
      { params: { path: { tournamentId } }, body: { ...toMembers(gamers), reason } },
      options,
    ),
});
