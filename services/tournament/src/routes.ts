import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "./context.ts";
import { abandonSettlement } from "./rpc/abandon-settlement.ts";
import { batchBeginSettlement } from "./rpc/batch-begin-settlement.ts";
import { batchFinishSettlement } from "./rpc/batch-finish-settlement.ts";
import { batchGetTournaments } from "./rpc/batch-get-tournaments.ts";
import { beginSettlement } from "./rpc/begin-settlement.ts";
import { cancelTournament } from "./rpc/cancel-tournament.ts";
import { completeTournament } from "./rpc/complete-tournament.ts";
import { createTournament } from "./rpc/create-tournament.ts";
import { finishSettlement } from "./rpc/finish-settlement.ts";
import { getTournament } from "./rpc/get-tournament.ts";
import { listTournaments } from "./rpc/list-tournaments.ts";
import { publishTournament } from "./rpc/publish-tournament.ts";
import { recordWinners } from "./rpc/record-winners.ts";
import { updateTournament } from "./rpc/update-tournament.ts";

/** The tournament service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) =>
  registerRpcs(router, TournamentService, {
    createTournament: createTournament(context),
    updateTournament: updateTournament(context),
    publishTournament: publishTournament(context),
    cancelTournament: cancelTournament(context),
    completeTournament: completeTournament(context),
    getTournament: getTournament(context),
    listTournaments: listTournaments(context),
    beginSettlement: beginSettlement(context),
    abandonSettlement: abandonSettlement(context),
    recordWinners: recordWinners(context),
    finishSettlement: finishSettlement(context),
    batchGetTournaments: batchGetTournaments(context),
    batchBeginSettlement: batchBeginSettlement(context),
    batchFinishSettlement: batchFinishSettlement(context),
  });
