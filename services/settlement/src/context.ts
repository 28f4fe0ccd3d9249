import type { Shutdown } from "@tms/kit/process/shutdown";
import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import type { Client } from "@connectrpc/connect";
import { createPublisher, type Publisher } from "@tms/kit/events/publisher";
import { connectTo } from "@tms/kit/rpc/client";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { connect, createCalls, type Calls, type Clients } from "./clients.ts";
import type { SettlementConfig } from "./config.ts";
import { expandPayouts } from "./events.ts";
import { createQueries, type Queries } from "./queries.ts";
import { openQueue, type WakeupQueue } from "./scheduling/queue.ts";

/** The settlement service's dependencies. */
export interface Context extends Clients {
  db: Db;
  log: Logger;
  queue: WakeupQueue;
  calls: Calls;
  queries: Queries;
  /** Brings staged events to the log. */
  publisher: Publisher;
}

/** The settlement service's RPCs, by name. */
export type Rpcs = RpcsOf<typeof SettlementService>;

export function createContext(
  config: Pick<SettlementConfig, "database" | "addresses" | "callerToken" | "queue">,
  log: Logger,
  shutdown: Shutdown,
  { events, ...clients }: Clients & { events: Client<typeof EventService> } = {
    ...connect(config.addresses, config.callerToken),
    events: connectTo(EventService, config.addresses.events, config.callerToken),
  },
  queue: WakeupQueue = openQueue(config.queue, log, shutdown),
): Context {
  const db = openDatabase(config.database, "settlement", log);
  shutdown.add("the database pool", () => db.$client.end());
  return {
    ...clients,
    db,
    log,
    queue,
    calls: createCalls(clients),
    queries: createQueries(db),
    publisher: createPublisher(db, events, log, shutdown, { expand: expandPayouts(db) }),
  };
}
