import { connectTo } from "@tms/kit/rpc/client";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { ServiceAddresses } from "./config.ts";

export function connectClients(urls: ServiceAddresses, token: string) {
  return {
    game: connectTo(GameService, urls.game, token),
    member: connectTo(MemberService, urls.game, token),
    clock: connectTo(ClockService, urls.game, token),
    tournament: connectTo(TournamentService, urls.tournament, token),
    entry: connectTo(EntryService, urls.entry, token),
    wallet: connectTo(WalletService, urls.wallet, token),
    settlement: connectTo(SettlementService, urls.settlement, token),
    identity: connectTo(IdentityService, urls.identity, token),
    events: connectTo(EventService, urls.events, token),
    endpoints: connectTo(EndpointService, urls.events, token),
    deliveries: connectTo(DeliveryService, urls.events, token),
  };
}

export type Clients = ReturnType<typeof connectClients>;
