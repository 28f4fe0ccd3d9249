import type { DescService } from "@bufbuild/protobuf";
import { createRouterTransport, type ConnectRouter, type Interceptor } from "@connectrpc/connect";
import { createAsyncIterable } from "@connectrpc/connect/protocol";
import { DomainError } from "@tms/kit/errors/domain-error";
import { createLogger } from "@tms/kit/process/log";
import { clientOver } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { originOf, type Origin } from "@tms/kit/rpc/origin";
import { FakeClocks } from "@tms/kit/testing/fakes/clock";
import { FakeEndpoints } from "@tms/kit/testing/fakes/endpoints";
import { FakeEntries } from "@tms/kit/testing/fakes/entry";
import { FakeEvents } from "@tms/kit/testing/fakes/events";
import { fakeGames, type FakeGames } from "@tms/kit/testing/fakes/game";
import { fakeMembers, type FakeMembers } from "@tms/kit/testing/fakes/member";
import { FakeSettlements } from "@tms/kit/testing/fakes/settlement";
import { FakeTournaments } from "@tms/kit/testing/fakes/tournament";
import { FakeWallet } from "@tms/kit/testing/fakes/wallet";
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
import type { Clients } from "../../src/clients.ts";
import { fakeIdentity, type FakeIdentity } from "./fake-identity.ts";

/** Simple services in this process, behind the real clients, validation and error mapping. */
export interface Fakes {
  clients: Clients;
  games: FakeGames;
  tournaments: FakeTournaments;
  members: FakeMembers;
  identity: FakeIdentity;
  events: FakeEvents;
  clocks: FakeClocks;
  endpoints: FakeEndpoints;
  /** Every call that arrived, with its request and where it comes from. */
  calls: { rpc: string; request: Record<string, unknown>; origin: Origin }[];
  /** Runs before each call; it may wait or throw. */
  before: (rpc: string) => Promise<void> | void;
}

/** A gamer called "poor" cannot pay. */
function fakeEntries(): FakeEntries {
  const entries = new FakeEntries();
  const refusal = new DomainError("INSUFFICIENT_FUNDS", "The account cannot pay the entry fee.");
  entries.refusals.set("poor", refusal);
  return entries;
}

export function createFakes(): Fakes {
  const [games, tournaments] = [fakeGames(), new FakeTournaments()];
  const [members, identity] = [fakeMembers(games), fakeIdentity()];
  games.owned = members.add;
  const fakes: Fakes = {
    calls: [],
    before: () => undefined,
    games,
    tournaments,
    members,
    identity,
    events: new FakeEvents(),
    clocks: new FakeClocks(games.environments),
    endpoints: new FakeEndpoints(),
    clients: {} as Clients,
  };
  const record: Interceptor = (next) => async (call) => {
    const messages = call.stream ? await Array.fromAsync(call.message) : [call.message];
    const [request] = messages as unknown as [Record<string, unknown>];
    const origin = originOf({ requestHeader: call.header });
    fakes.calls.push({ rpc: call.method.name, request, origin });
    await fakes.before(call.method.name);
    return await next(call.stream ? { ...call, message: createAsyncIterable(messages) } : call);
  };
  const log = createLogger("fakes", "silent");
  const connect = <T extends DescService>(service: T, routes: (router: ConnectRouter) => void) =>
    clientOver(
      service,
      createRouterTransport(routes, {
        router: { interceptors: [...serverInterceptors(log), record] },
      }),
    );
  fakes.clients = {
    game: connect(GameService, games.routes),
    member: connect(MemberService, members.routes),
    clock: connect(ClockService, fakes.clocks.routes),
    identity: connect(IdentityService, identity.routes),
    events: connect(EventService, fakes.events.routes),
    endpoints: connect(EndpointService, fakes.endpoints.routes),
    deliveries: connect(DeliveryService, fakes.endpoints.routes),
    tournament: connect(TournamentService, tournaments.routes),
    entry: connect(EntryService, fakeEntries().routes),
    wallet: connect(WalletService, new FakeWallet().routes),
    settlement: connect(SettlementService, new FakeSettlements().routes),
  };
  return fakes;
}
