import type { ConnectRouter } from "@connectrpc/connect";
import { registerIn } from "@tms/kit/rpc/rpcs";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import type { Context } from "./context.ts";
import * as clocks from "./rpc/clock-rpcs.ts";
import * as games from "./rpc/game-rpcs.ts";
import * as invitations from "./rpc/invitation-rpcs.ts";
import * as keys from "./rpc/key-rpcs.ts";
import * as members from "./rpc/member-rpcs.ts";

/** Registers the game service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) => {
  registerIn(router, GameService, context, { ...games, ...keys });
  registerIn(router, MemberService, context, { ...members, ...invitations });
  registerIn(router, ClockService, context, clocks);
};
