import type { DescService } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { connectTo } from "@tms/kit/rpc/client";
import { callerToken, serviceAddress, readEnv } from "@tms/kit/process/config";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";

/** The game service at GAME_URL. */
export const gameClient = () => clientAt(GameService, "GAME_URL");

/** The members' side of the game service at GAME_URL. */
export const memberClient = () => clientAt(MemberService, "GAME_URL");

/** The clocks of the game service at GAME_URL. */
export const clockClient = () => clientAt(ClockService, "GAME_URL");

/** The settlement service at SETTLEMENT_URL. */
export const settlementClient = () => clientAt(SettlementService, "SETTLEMENT_URL");

/** The identity service at IDENTITY_URL. */
export const identityClient = () => clientAt(IdentityService, "IDENTITY_URL");

function clientAt<T extends DescService>(service: T, name: string): Client<T> {
  const env = readEnv();
  const url = serviceAddress(env, name);
  const token = callerToken(env);
  env.done();
  return connectTo(service, url, token);
}
