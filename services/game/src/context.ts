import { createPublisher } from "@tms/kit/events/publisher";
import { defineService, type ContextOf } from "@tms/kit/process/service";
import type { Handlers } from "@tms/kit/rpc/rpcs";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { ClockService } from "@tms/proto/tms/game/v1/clock";
import type { GameService } from "@tms/proto/tms/game/v1/game";
import type { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { createContinueAdvance } from "./clock.ts";

export const game = defineService({
  name: "game",
  port: 7101,
  calls: {
    wallet: [WalletService, "WALLET_URL"],
    identity: [IdentityService, "IDENTITY_URL"],
    events: [EventService, "EVENTS_URL"],
    entry: [EntryService, "ENTRY_URL"],
    tournament: [TournamentService, "TOURNAMENT_URL"],
    settlement: [SettlementService, "SETTLEMENT_URL"],
  },
  settings: () => ({}),
  context: ({ db, clients, log, shutdown }) => ({
    publisher: createPublisher(db, clients.events, log, shutdown),
    continueAdvance: createContinueAdvance({ db, ...clients }),
  }),
});

export type Context = ContextOf<typeof game>;

export type GameRpcs = Partial<Handlers<typeof GameService, Context>>;
export type MemberRpcs = Partial<Handlers<typeof MemberService, Context>>;
export type ClockRpcs = Partial<Handlers<typeof ClockService, Context>>;
