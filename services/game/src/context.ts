import type { Client } from "@connectrpc/connect";
import { connectTo } from "@tms/kit/rpc/client";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import type { GameService } from "@tms/proto/tms/game/v1/game";
import type { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { GameConfig } from "./config.ts";
import { deriveToken } from "./members/tokens.ts";

/** What the game service's RPCs work with. */
export interface Context {
  db: Db;
  log: Logger;
  wallet: Client<typeof WalletService>;
  identity: Client<typeof IdentityService>;
  /** The token that is mailed for an invitation: always the same. */
  tokenOf: (invitationId: string) => string;
}

/** The other services that this one calls. */
export type Clients = Pick<Context, "wallet" | "identity">;

/** The RPCs about games, by name. */
export type Rpcs = RpcsOf<typeof GameService>;

/** The RPCs about people in games, by name. */
export type MemberRpcs = RpcsOf<typeof MemberService>;

export function createContext(
  config: Pick<GameConfig, "database" | "walletUrl" | "identityUrl" | "callerToken">,
  log: Logger,
  shutdown: Shutdown,
  clients: Clients = connectClients(config),
): Context {
  const db = openDatabase(config.database, "game", log);
  shutdown.add("the database pool", () => db.$client.end());
  const tokenOf = (invitationId: string) => deriveToken(config.callerToken, invitationId);
  return { db, log, tokenOf, ...clients };
}

const connectClients = ({
  walletUrl,
  identityUrl,
  callerToken,
}: Pick<GameConfig, "walletUrl" | "identityUrl" | "callerToken">): Clients => ({
  wallet: connectTo(WalletService, walletUrl, callerToken),
  identity: connectTo(IdentityService, identityUrl, callerToken),
});
