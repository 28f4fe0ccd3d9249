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
    createTournament: (request, call) => createTournament(context, request, call),
    updateTournament: (request) => updateTournament(context, request),
    publishTournament: (request) => publishTournament(context, request),
    cancelTournament: (request, call) => cancelTournament(context, request, call),
    completeTournament: (request, call) => completeTournament(context, request, call),
    getTournament: (request, call) => getTournament(context, request, call),
    listTournaments: (request, call) => listTournaments(context, request, call),
    beginSettlement: (request) => beginSettlement(context, request),
    abandonSettlement: (request) => abandonSettlement(context, request),
    recordWinners: (request) => recordWinners(context, request),
    finishSettlement: (request) => finishSettlement(context, request),
    batchGetTournaments: (request, call) => batchGetTournaments(context, request, call),
    batchBeginSettlement: (request) => batchBeginSettlement(context, request),
    batchFinishSettlement: (request) => batchFinishSettlement(context, request),
  });
