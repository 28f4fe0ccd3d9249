import type { Client } from "@connectrpc/connect";
import { connectTo } from "@tms/kit/rpc/client";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import type { GameService } from "@tms/proto/tms/game/v1/game";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { GameConfig } from "./config.ts";

/** What the game service's RPCs work with. */
export interface Context {
  db: Db;
  log: Logger;
  wallet: Client<typeof WalletService>;
}

/** The game service's RPCs, by name. */
export type Rpcs = RpcsOf<typeof GameService>;

export function createContext(
  config: Pick<GameConfig, "database" | "walletUrl" | "callerToken">,
  log: Logger,
  shutdown: Shutdown,
  wallet: Client<typeof WalletService> = connectTo(
    WalletService,
    config.walletUrl,
    config.callerToken,
  ),
): Context {
  const db = openDatabase(config.database, "game", log);
  shutdown.add("the database pool", () => db.$client.end());
  return { db, log, wallet };
}
