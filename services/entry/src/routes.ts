import { registerRpcs, type Served } from "@tms/kit/rpc/rpcs";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "./context.ts";
import * as decisions from "./rpc/decisions.ts";
import * as gamers from "./rpc/gamers.ts";
import * as joins from "./rpc/joins.ts";
import { batchReadLeaderboard, readLeaderboard } from "./rpc/leaderboard.ts";
import * as rankings from "./rpc/rankings.ts";
import * as scores from "./rpc/scores.ts";
import * as standings from "./rpc/standings.ts";
import { getTimeline } from "./rpc/timeline.ts";

export const served: readonly Served<Context>[] = [
  {
    service: EntryService,
    register: (router, context) =>
      registerRpcs(router, EntryService, {
        createGamer: gamers.createGamer(context),
        getGamer: gamers.getGamer(context),
        updateGamer: gamers.updateGamer(context),
        listGamers: gamers.listGamers(context),
        listGamerEntries: gamers.listGamerEntries(context),
        batchJoin: joins.batchJoin(context),
        batchCountEntries: joins.batchCountEntries(context),
        advanceEntryClock: joins.advanceEntryClock(context),
        batchSubmitScore: scores.batchSubmitScore(context),
        listScores: scores.listScores(context),
        eliminate: decisions.eliminate(context),
        disqualify: decisions.disqualify(context),
        reinstate: decisions.reinstate(context),
        reviewScores: decisions.reviewScores(context),
        readLeaderboard: readLeaderboard(context),
        batchReadLeaderboard: batchReadLeaderboard(context),
        getEntry: standings.getEntry(context),
        listEntries: standings.listEntries(context),
        readStandings: standings.readStandings(context),
        getTimeline: getTimeline(context),
        batchCloseRegistration: rankings.batchCloseRegistration(context),
        checkFinalRanks: rankings.checkFinalRanks(context),
        batchFreezeRanking: rankings.batchFreezeRanking(context),
        previewRanking: rankings.previewRanking(context),
      }),
  },
];
