import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "./context.ts";
import { batchCloseRegistration } from "./rpc/batch-close-registration.ts";
import { batchCountEntries } from "./rpc/batch-count-entries.ts";
import { batchFreezeRanking } from "./rpc/batch-freeze-ranking.ts";
import { batchJoin } from "./rpc/batch-join.ts";
import { checkFinalRanks } from "./rpc/check-final-ranks.ts";
import { createGamer } from "./rpc/create-gamer.ts";
import { eliminate } from "./rpc/eliminate.ts";
import { getGamer } from "./rpc/get-gamer.ts";
import { getTimeline } from "./rpc/get-timeline.ts";
import { listEntries } from "./rpc/list-entries.ts";
import { listGamers } from "./rpc/list-gamers.ts";
import { readStandings } from "./rpc/read-standings.ts";

/** The entry service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) =>
  registerRpcs(router, EntryService, {
    createGamer: createGamer(context),
    getGamer: getGamer(context),
    batchJoin: batchJoin(context),
    eliminate: eliminate(context),
    listEntries: listEntries(context),
    readStandings: readStandings(context),
    batchCountEntries: batchCountEntries(context),
    checkFinalRanks: checkFinalRanks(context),
    batchCloseRegistration: batchCloseRegistration(context),
    batchFreezeRanking: batchFreezeRanking(context),
    listGamers: listGamers(context),
    getTimeline: getTimeline(context),
  });
