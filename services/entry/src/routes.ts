import { serves, type Served } from "@tms/kit/rpc/rpcs";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "./context.ts";
import { decisionRpcs } from "./rpc/decision-rpcs.ts";
import { gamerRpcs } from "./rpc/gamer-rpcs.ts";
import { joinRpcs } from "./rpc/join-rpcs.ts";
import { leaderboardRpcs } from "./rpc/leaderboard-rpcs.ts";
import { rankingRpcs } from "./rpc/ranking-rpcs.ts";
import { scoreRpcs } from "./rpc/score-rpcs.ts";
import { standingRpcs } from "./rpc/standing-rpcs.ts";

export const served: readonly Served<Context>[] = [
  serves(EntryService, {
    ...decisionRpcs,
    ...gamerRpcs,
    ...joinRpcs,
    ...leaderboardRpcs,
    ...rankingRpcs,
    ...scoreRpcs,
    ...standingRpcs,
  }),
];
