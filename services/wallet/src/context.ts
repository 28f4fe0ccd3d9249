import type { Client } from "@connectrpc/connect";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { createBatcher } from "@tms/kit/batching/batcher";
import { fairQueue } from "@tms/kit/batching/fair-queue";
import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import { createPublisher, type Publisher } from "@tms/kit/events/publisher";
import type { Logger } from "@tms/kit/process/log";
import { connectTo } from "@tms/kit/rpc/client";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { WalletConfig } from "./config.ts";
import { post, type Outcome } from "./ledger/post.ts";
import type { RequestedTransfer } from "./ledger/transfer.ts";

/** What the wallet's RPCs work with. */
export interface Context {
  db: Db;
  log: Logger;
  /** Makes one transfer, in a batch with others that arrive at the same time. */
  postOne: (transfer: RequestedTransfer) => Promise<Outcome>;
  /** Brings staged events to the log. */
  publisher: Publisher;
}

/** The wallet's RPCs, by name. */
export type Rpcs = RpcsOf<typeof WalletService>;

// Two batches under way overlap one's commit with the other's statements; more only contend
// for the same hot accounts.
const POST_LIMITS = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };

export function createContext(
  config: Pick<WalletConfig, "database" | "eventsUrl" | "callerToken">,
  log: Logger,
  shutdown: Shutdown,
  events: Client<typeof EventService> = connectTo(
    EventService,
    config.eventsUrl,
    config.callerToken,
  ),
): Context {
  const db = openDatabase(config.database, "wallet", log);
  shutdown.add("the database pool", () => db.$client.end());
  const postOne = createBatcher<RequestedTransfer, Outcome>(
    async (transfers, answer) => (await post(db, transfers)).forEach(answer),
    {
      ...POST_LIMITS,
      newQueue: <T extends { item: RequestedTransfer }>() =>
        fairQueue<T>(({ item }) => item.gameId),
    },
  );
  return { db, log, postOne, publisher: createPublisher(db, events, log, shutdown) };
}
