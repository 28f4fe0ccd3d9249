import { connectTo } from "@tms/kit/rpc/client";
import type { Shutdown } from "@tms/kit/process/shutdown";
import type { Batching, DatabaseConfig } from "@tms/kit/process/config";
import { openDatabase } from "@tms/kit/database/pool";
import type { Logger } from "@tms/kit/process/log";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { createFinish, type Finish } from "./joining/charge.ts";
import { createJoin, type Join } from "./joining/join.ts";
import type { JoinContext } from "./joining/joins.ts";

// Nothing here holds a lock for long: whoever waits longer than this waits for something stuck, on
// a connection that others need. It gives up and is told to try again.
const LOCK_TIMEOUT = "1s";

/** What the entry service's RPCs work with. */
export interface Context extends JoinContext {
  join: Join;
  finish: Finish;
}

/** The services a join asks. */
export type Peers = Pick<JoinContext, "tournaments" | "wallet">;

export function createContext(
  config: {
    database: DatabaseConfig;
    peers: { tournament: string; wallet: string };
    callerToken: string;
    batching: Batching;
  },
  log: Logger,
  shutdown: Shutdown,
  peers: Peers = {
    tournaments: connectTo(TournamentService, config.peers.tournament, config.callerToken),
    wallet: connectTo(WalletService, config.peers.wallet, config.callerToken),
  },
): Context {
  const db = openDatabase(config.database, "entry", log);
  db.$client.on("connect", (client) => {
    // Travels ahead of the first query; should it fail, so does the connection.
    client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`).catch(() => client.end());
  });
  shutdown.add("the database pool", () => db.$client.end());
  const context: JoinContext = { db, log, ...peers };
  const finish = createFinish(context, config.batching);
  return { ...context, finish, join: createJoin(context, config.batching, finish) };
}
