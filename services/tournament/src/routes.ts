import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "./context.ts";
import { abandonSettlement } from "./rpc/abandon-settlement.ts";
import { advanceTournamentClock } from "./rpc/advance-tournament-clock.ts";
import { batchBeginSettlement } from "./rpc/batch-begin-settlement.ts";
import { batchFindGames } from "./rpc/batch-find-games.ts";
import { batchFinishSettlement } from "./rpc/batch-finish-settlement.ts";
import { batchGetTournaments } from "./rpc/batch-get-tournaments.ts";
import { cancelTournament } from "./rpc/cancel-tournament.ts";
import { completeTournament } from "./rpc/complete-tournament.ts";
import { createTournament } from "./rpc/create-tournament.ts";
import { listTournaments } from "./rpc/list-tournaments.ts";
import { publishTournament } from "./rpc/publish-tournament.ts";
import { recordWinners } from "./rpc/record-winners.ts";
import { updateMetadata } from "./rpc/update-metadata.ts";
import { updateTournament } from "./rpc/update-tournament.ts";

/** The tournament service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) =>
  registerRpcs(router, TournamentService, {
    createTournament: createTournament(context),
    updateTournament: updateTournament(context),
    updateMetadata: updateMetadata(context),
    publishTournament: publishTournament(context),
    cancelTournament: cancelTournament(context),
    completeTournament: completeTournament(context),
    batchGetTournaments: batchGetTournaments(context),
    listTournaments: listTournaments(context),
    batchBeginSettlement: batchBeginSettlement(context),
    abandonSettlement: abandonSettlement(context),
    recordWinners: recordWinners(context),
    batchFindGames: batchFindGames(context),
    batchFinishSettlement: batchFinishSettlement(context),
    advanceTournamentClock: advanceTournamentClock(context),
  });
