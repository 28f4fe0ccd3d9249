import { connectTo } from "@tms/kit/rpc/client";
import type { Shutdown } from "@tms/kit/process/shutdown";
import type { DatabaseConfig } from "@tms/kit/process/config";
import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { createCalls, type Calls, type Peers } from "./clients/clients.ts";
import type { QueueConfig } from "./config.ts";
import { openQueue, type WakeupQueue } from "./scheduling/queue.ts";
import { createStore, type Store } from "./batching/queries.ts";

/** What the settlement service works with. */
export interface Context extends Peers {
  db: Db;
  log: Logger;
  queue: WakeupQueue;
  calls: Calls;
  store: Store;
}

export function createContext(
  config: {
    database: DatabaseConfig;
    peers: { tournament: string; entry: string; wallet: string };
    callerToken: string;
    queue: QueueConfig;
  },
  log: Logger,
  shutdown: Shutdown,
): Context {
  const db = openDatabase(config.database, "settlement", log);
  shutdown.add("the database pool", () => db.$client.end());
  const peers: Peers = {
    tournaments: connectTo(TournamentService, config.peers.tournament, config.callerToken),
    entries: connectTo(EntryService, config.peers.entry, config.callerToken),
    wallet: connectTo(WalletService, config.peers.wallet, config.callerToken),
  };
  return {
    db,
    log,
    queue: openQueue(config.queue, log, shutdown),
    ...peers,
    calls: createCalls(peers),
    store: createStore(db),
  };
}
