import type { DescService } from "@bufbuild/protobuf";
import { createRouterTransport, type ConnectRouter, type Interceptor } from "@connectrpc/connect";
import { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import { createLogger } from "@tms/kit/process/log";
import { clientOver } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { Clients } from "../../src/clients.ts";
import { fakeEntries } from "./fake-entries.ts";
import { fakeGames, type FakeGames } from "./fake-games.ts";
import { fakeSettlements } from "./fake-settlements.ts";
import { fakeTournaments } from "./fake-tournaments.ts";

/** Simple services in this process, behind the real clients, validation and error mapping. */
export interface Fakes {
  clients: Clients;
  games: FakeGames;
  /** Every call that arrived, with its request. */
  calls: { rpc: string; request: Record<string, unknown> }[];
  /** Runs before each call; it may wait or throw. */
  before: (rpc: string) => Promise<void> | void;
}

export function createFakes(): Fakes {
  const games = fakeGames();
  const fakes: Fakes = { calls: [], before: () => undefined, games, clients: {} as Clients };
  const record: Interceptor = (next) => async (call) => {
    const request = call.message as unknown as Record<string, unknown>;
    fakes.calls.push({ rpc: call.method.name, request });
    await fakes.before(call.method.name);
    return await next(call);
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
    tournament: connect(TournamentService, fakeTournaments()),
    entry: connect(EntryService, fakeEntries()),
    wallet: connect(WalletService, new FakeWallet().routes),
    settlement: connect(SettlementService, fakeSettlements()),
  };
  return fakes;
}
