import { serves, type Served } from "@tms/kit/rpc/rpcs";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import type { Context } from "./context.ts";
import { clockRpcs } from "./rpc/clock-rpcs.ts";
import { gameRpcs } from "./rpc/game-rpcs.ts";
import { keyRpcs } from "./rpc/key-rpcs.ts";
import { memberRpcs } from "./rpc/member-rpcs.ts";

export const served: readonly Served<Context>[] = [
  serves(GameService, { ...gameRpcs, ...keyRpcs }),
  serves(MemberService, memberRpcs),
  serves(ClockService, clockRpcs),
];
