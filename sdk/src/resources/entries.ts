import type { Call } from "../client/call.ts";
import type { CallOptions } from "../client/options.ts";
import type { BodyOf, Results } from "../client/routes.ts";
import type { JoinResult } from "../types.ts";

/** One handle, or several. */
export type Gamers = string | readonly string[];

export const toGamers = (gamers: Gamers) =>
  typeof gamers === "string" ? { gamer: gamers } : { gamers: [...gamers] };

type NewEntries = BodyOf<"POST /tournament/{tournamentId}/joins">["gamers"];

export const entryMethods = ({ send }: Call) => ({
  /** Joins up to 1,000 gamers. Each gamer has a separate result, in the order of the request. */
  joinMany: (
    tournamentId: string,
    gamers: Readonly<NewEntries>,
    options?: CallOptions,
  ): Results<"POST /tournament/{tournamentId}/joins", JoinResult> =>
    send(
      "POST /tournament/{tournamentId}/joins",
      { params: { path: { tournamentId } }, body: { gamers: [...gamers] } },
      options,
    ),
});
