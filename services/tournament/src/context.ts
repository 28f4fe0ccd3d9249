import { createRelay } from "@tms/kit/database/outbox";
import { createPublisher } from "@tms/kit/events/publisher";
import { defineService, type ContextOf } from "@tms/kit/process/service";
import type { Handlers } from "@tms/kit/rpc/rpcs";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import type { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { deliverTo } from "./settlement-messages.ts";

export const tournament = defineService({
  name: "tournament",
  port: 7102,
  calls: {
    game: [GameService, "GAME_URL"],
    wallet: [WalletService, "WALLET_URL"],
    entry: [EntryService, "ENTRY_URL"],
    settlement: [SettlementService, "SETTLEMENT_URL"],
    events: [EventService, "EVENTS_URL"],
  },
  settings: () => ({}),
  context: ({ db, clients, log, shutdown }) => ({
    relay: createRelay(db, deliverTo(clients.settlement), log),
    publisher: createPublisher(db, clients.events, log, shutdown),
  }),
});

export type Context = ContextOf<typeof tournament>;

export type Rpcs = Partial<Handlers<typeof TournamentService, Context>>;
