import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "./context.ts";
import { advanceEntryClock } from "./rpc/advance-entry-clock.ts";
import { batchCloseRegistration } from "./rpc/batch-close-registration.ts";
import { batchCountEntries } from "./rpc/batch-count-entries.ts";
import { batchFreezeRanking } from "./rpc/batch-freeze-ranking.ts";
import { batchJoin } from "./rpc/batch-join.ts";
import { batchSubmitScore } from "./rpc/batch-submit-score.ts";
import { checkFinalRanks } from "./rpc/check-final-ranks.ts";
import { createGamer } from "./rpc/create-gamer.ts";
import { disqualify } from "./rpc/disqualify.ts";
import { eliminate } from "./rpc/eliminate.ts";
import { getEntry } from "./rpc/get-entry.ts";
import { getGamer } from "./rpc/get-gamer.ts";
import { listEntries } from "./rpc/list-entries.ts";
import { listGamerEntries } from "./rpc/list-gamer-entries.ts";
import { listGamers } from "./rpc/list-gamers.ts";
import { listScores } from "./rpc/list-scores.ts";
import { previewRanking } from "./rpc/preview-ranking.ts";
import { readLeaderboard } from "./rpc/read-leaderboard.ts";
import { readStandings } from "./rpc/read-standings.ts";
import { reinstate } from "./rpc/reinstate.ts";
import { reviewScores } from "./rpc/review-scores.ts";
import { getTimeline } from "./rpc/timeline.ts";
import { updateGamer } from "./rpc/update-gamer.ts";

/** The entry service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) =>
  registerRpcs(router, EntryService, {
    createGamer: createGamer(context),
    getGamer: getGamer(context),
    updateGamer: updateGamer(context),
    batchJoin: batchJoin(context),
    batchSubmitScore: batchSubmitScore(context),
    eliminate: eliminate(context),
    disqualify: disqualify(context),
    reinstate: reinstate(context),
    reviewScores: reviewScores(context),
    listScores: listScores(context),
    listEntries: listEntries(context),
    readStandings: readStandings(context),
    readLeaderboard: readLeaderboard(context),
    getEntry: getEntry(context),
    batchCountEntries: batchCountEntries(context),
    checkFinalRanks: checkFinalRanks(context),
    batchCloseRegistration: batchCloseRegistration(context),
    batchFreezeRanking: batchFreezeRanking(context),
    previewRanking: previewRanking(context),
    listGamers: listGamers(context),
    listGamerEntries: listGamerEntries(context),
    getTimeline: getTimeline(context),
    advanceEntryClock: advanceEntryClock(context),
  });
