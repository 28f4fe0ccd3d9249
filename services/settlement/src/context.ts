import { createPublisher } from "@tms/kit/events/publisher";
import { defineService, type ContextOf } from "@tms/kit/process/service";
import type { Handlers } from "@tms/kit/rpc/rpcs";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { createBatchedClients } from "./clients.ts";
import { expandPayouts } from "./messages.ts";
import { createQueries } from "./queries.ts";
import { openQueue, readSettings, type WakeupQueue } from "./scheduling/queue.ts";

export const settlement = defineService({
  name: "settlement",
  port: 7105,
  calls: {
    tournaments: [TournamentService, "TOURNAMENT_URL"],
    entries: [EntryService, "ENTRY_URL"],
    wallet: [WalletService, "WALLET_URL"],
    events: [EventService, "EVENTS_URL"],
  },
  settings: readSettings,
  context: (
    { db, clients, settings, log, shutdown },
    queue: WakeupQueue = openQueue(settings.queue, log, shutdown),
  ) => ({
    queue,
    calls: createBatchedClients(clients),
    queries: createQueries(db),
    publisher: createPublisher(db, clients.events, log, shutdown, expandPayouts(db)),
  }),
});

export type Context = ContextOf<typeof settlement>;

export type Rpcs = Partial<Handlers<typeof SettlementService, Context>>;
