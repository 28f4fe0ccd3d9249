import type { Client } from "@connectrpc/connect";
import { connectTo } from "@tms/kit/rpc/client";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import { createRelay } from "@tms/kit/database/outbox";
import { createPublisher, type Publisher } from "@tms/kit/events/publisher";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import type { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { ServiceAddresses, TournamentConfig } from "./config.ts";
import { deliverTo, type SettlementMessage } from "./settlement-messages.ts";

/** The services this one calls. */
export interface Clients {
  game: Client<typeof GameService>;
  wallet: Client<typeof WalletService>;
  entry: Client<typeof EntryService>;
  settlement: Client<typeof SettlementService>;
  events: Client<typeof EventService>;
}

/** The tournament service's dependencies. */
export interface Context extends Clients {
  db: Db;
  log: Logger;
  /** Delivers staged messages to settlement. */
  relay: ReturnType<typeof createRelay<SettlementMessage>>;
  /** Brings staged events to the log. */
  publisher: Publisher;
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
  return {
    ...clients,
    db,
    log,
    relay: createRelay(db, deliverTo(clients.settlement), log),
    publisher: createPublisher(db, clients.events, log, shutdown),
  };
}

const connect = (addresses: ServiceAddresses, token: string): Clients => ({
  game: connectTo(GameService, addresses.game, token),
  wallet: connectTo(WalletService, addresses.wallet, token),
  entry: connectTo(EntryService, addresses.entry, token),
  settlement: connectTo(SettlementService, addresses.settlement, token),
  events: connectTo(EventService, addresses.events, token),
});
