import { serves, type Served } from "@tms/kit/rpc/rpcs";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "./context.ts";
import { queryRpcs } from "./rpc/query-rpcs.ts";
import { settlementRpcs } from "./rpc/settlement-rpcs.ts";
import { tournamentRpcs } from "./rpc/tournament-rpcs.ts";

export const served: readonly Served<Context>[] = [
  serves(TournamentService, { ...tournamentRpcs, ...queryRpcs, ...settlementRpcs }),
];
