import type { GetEntryRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { findConfirmedEntries } from "../db/entries.ts";
import { findGamers } from "../db/gamers.ts";
import { readLeaderboardOf } from "../db/scoring/leaderboard.ts";
import { gamerNotEntered, gamerNotFound } from "../errors.ts";
import { entryMessage } from "../messages.ts";
import { requireTournament } from "../registration.ts";
import { withFinalRank } from "../scoring/final-ranks.ts";
import { rankedSelection } from "../scoring/leaderboard.ts";
import { lineStanding } from "../scoring/messages.ts";

/** Reads a gamer's entry in a tournament, and its standing where the tournament takes scores. */
export const getEntry =
  (context: Context): Rpcs["getEntry"] =>
  async (request) => {
    const { gameId, tournamentId, handle } = request;
    await requireTournament(context, { gameId, tournamentId });
    const [gamer] = await findGamers(context.db, [{ gameId, handle }]);
    if (gamer === undefined) throw gamerNotFound();
    const [entry] = await findConfirmedEntries(context.db, tournamentId, [gamer.id]);
    if (entry === undefined) throw gamerNotEntered();
    return {
      entry: entryMessage(await withFinalRank(context.db, entry)),
      ...(entry.scored && { standing: await getStanding(context, request) }),
    };
  };

/** The standing of a gamer who is entered in a tournament that takes scores. */
async function getStanding({ db }: Context, request: GetEntryRequest) {
  const selection = await readLeaderboardOf(db, request, [request.handle]);
  const [line] = selection ? rankedSelection(selection) : [];
  if (selection === undefined || line === undefined)
    throw new Error("an entry of a tournament that takes scores has no standing");
  return lineStanding(line, selection.attemptsEach);
}
