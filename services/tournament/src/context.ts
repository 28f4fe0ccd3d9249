import type { Client } from "@connectrpc/connect";
import { connectTo } from "@tms/kit/rpc/client";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import { createRelay } from "@tms/kit/database/outbox";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import type { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { ServiceAddresses, TournamentConfig } from "./config.ts";
import { deliverTo, type SettlementEvent } from "./events.ts";

/** The services this one calls. */
export interface Clients {
  game: Client<typeof GameService>;
  wallet: Client<typeof WalletService>;
  entry: Client<typeof EntryService>;
  settlement: Client<typeof SettlementService>;
}

/** The tournament service's dependencies. */
export interface Context extends Clients {
  db: Db;
  log: Logger;
  /** Delivers staged events to settlement. */
  relay: ReturnType<typeof createRelay<SettlementEvent>>;
}

/** The tournament service's RPCs, by name. */
export type Rpcs = RpcsOf<typeof TournamentService>;

export function createContext(
  config: Pick<TournamentConfig, "database" | "addresses" | "callerToken">,
  log: Logger,
  shutdown: Shutdown,
  clients: Clients = connect(config.addresses, config.callerToken),
): Context {
  const db = openDatabase(config.database, "tournament", log);
  shutdown.add("the database pool", () => db.$client.end());
  return { ...clients, db, log, relay: createRelay(db, deliverTo(clients.settlement), log) };
}

const connect = (addresses: ServiceAddresses, token: string): Clients => ({
  game: connectTo(GameService, addresses.game, token),
  wallet: connectTo(WalletService, addresses.wallet, token),
  entry: connectTo(EntryService, addresses.entry, token),
  settlement: connectTo(SettlementService, addresses.settlement, token),
});
