import type { Client } from "@connectrpc/connect";
import { connectTo } from "@tms/kit/rpc/client";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openDatabase, type Db } from "@tms/kit/database/pool";
import type { Logger } from "@tms/kit/process/log";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { GameConfig } from "./config.ts";

/** What the game service's RPCs work with. */
export interface Context {
  db: Db;
  log: Logger;
  wallet: Client<typeof WalletService>;
}

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
  shutdown.add("the database pool", () => db.end());
  return { db, log, wallet };
}
