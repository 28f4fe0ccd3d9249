import type { Queryable } from "@tms/kit/database/handle";
import { atOneMoment } from "@tms/kit/database/transaction";
import type { GetEntryRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { listDecisions } from "../db/decisions.ts";
import { findConfirmedEntries } from "../db/entries.ts";
import { findGamers } from "../db/gamers.ts";
import { readLeaderboardOf } from "../db/leaderboard.ts";
import { gamerNotEntered, gamerNotFound } from "../errors.ts";
import { decisionMessage, entryMessage, lineStanding } from "../messages.ts";
import { withRank } from "../ranking/entry-rank.ts";
import { requireTournament } from "../registration.ts";
import { rankedSelection } from "../scoring/leaderboard.ts";

/** Reads a gamer's entry, its standing where the tournament takes scores, and the decisions on it. */
export const getEntry =
  (context: Context): Rpcs["getEntry"] =>
  async (request) => {
    const { gameId, tournamentId, handle } = request;
    await requireTournament(context, { gameId, tournamentId });
    return await atOneMoment(context.db, async (tx) => {
      const [gamer] = await findGamers(tx, [{ gameId, handle }]);
      if (gamer === undefined) throw gamerNotFound();
      const [entry] = await findConfirmedEntries(tx, tournamentId, [gamer.id]);
      if (entry === undefined) throw gamerNotEntered();
      return {
        entry: entryMessage(await withRank(tx, entry)),
        ...(entry.scored && { standing: await getStanding(tx, request) }),
        decisions: (await listDecisions(tx, entry.id)).map(decisionMessage),
      };
    });
  };

/** The standing of a gamer who is entered in a tournament that takes scores. */
async function getStanding(db: Queryable, request: GetEntryRequest) {
  const selection = await readLeaderboardOf(db, request, [request.handle]);
  const [line] = selection ? rankedSelection(selection) : [];
  if (selection === undefined || line === undefined)
    throw new Error("an entry of a tournament that takes scores has no standing");
  return lineStanding(line, selection.attemptsEach);
}
