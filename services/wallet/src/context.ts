import type { Shutdown } from "@tms/kit/process/shutdown";
import { createBatcher } from "@tms/kit/batching/batcher";
import type { DatabaseConfig } from "@tms/kit/process/config";
import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import { post, type Outcome } from "./ledger/post.ts";
import type { Order } from "./ledger/transfer.ts";

/** What the wallet's RPCs work with. */
export interface Context {
  db: Db;
  log: Logger;
  /** Makes one transfer, together with others that arrive at the same time. */
  postOne: (order: Order) => Promise<Outcome>;
}

// Two batches under way overlap one's commit with the other's statements; more only contend
// for the same hot accounts.
const POST_LIMITS = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };

export function createContext(
  config: { database: DatabaseConfig },
  log: Logger,
  shutdown: Shutdown,
): Context {
  const db = openDatabase(config.database, "wallet", log);
  shutdown.add("the database pool", () => db.$client.end());
  const postOne = createBatcher<Order, Outcome>(
    async (orders, answer) => (await post(db, orders)).forEach(answer),
    POST_LIMITS,
  );
  return { db, log, postOne };
}
