import type { Client } from "@connectrpc/connect";
import { connectTo } from "@tms/kit/rpc/client";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import { createRelay } from "@tms/kit/database/outbox";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { ServiceAddresses, TournamentConfig } from "./config.ts";
import { deliverTo, type SettlementOrder } from "./events.ts";

/** The services this one calls. */
export interface Peers {
  game: Client<typeof GameService>;
  wallet: Client<typeof WalletService>;
  entry: Client<typeof EntryService>;
  settlement: Client<typeof SettlementService>;
}

/** What the tournament service's RPCs work with. */
export interface Context extends Peers {
  db: Db;
  log: Logger;
  /** Tells settlement of what was staged for it. */
  relay: ReturnType<typeof createRelay<SettlementOrder>>;
}

export function createContext(
  config: Pick<TournamentConfig, "database" | "peers" | "callerToken">,
  log: Logger,
  shutdown: Shutdown,
  peers: Peers = connectToPeers(config.peers, config.callerToken),
): Context {
  const db = openDatabase(config.database, "tournament", log);
  shutdown.add("the database pool", () => db.$client.end());
  return { ...peers, db, log, relay: createRelay(db, deliverTo(peers.settlement), log) };
}

const connectToPeers = (urls: ServiceAddresses, token: string): Peers => ({
  game: connectTo(GameService, urls.game, token),
  wallet: connectTo(WalletService, urls.wallet, token),
  entry: connectTo(EntryService, urls.entry, token),
  settlement: connectTo(SettlementService, urls.settlement, token),
});
