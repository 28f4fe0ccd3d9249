import { createRouterTransport, type ConnectRouter, type Interceptor } from "@connectrpc/connect";
import { createAsyncIterable } from "@connectrpc/connect/protocol";
import { createLogger } from "@tms/kit/process/log";
import { clientOver } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { FakeEntries } from "@tms/kit/testing/fakes/entry";
import { FakeTournaments } from "@tms/kit/testing/fakes/tournament";
import { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { FakeTournament, type TournamentOptions } from "./tournament.ts";
import { Faults } from "./faults.ts";

/** The tournament, entry and wallet services in memory, and all they know. */
export class FakeServices {
  readonly tournaments = new FakeTournaments();
  readonly entries = new FakeEntries();
  readonly ledger = new FakeWallet();
  readonly faults = new Faults();

  /** A due tournament in a game of its own. */
  tournament(options: Partial<TournamentOptions> = {}): FakeTournament {
    return new FakeTournament(this, options);
  }

  /** Clients as the service has them. */
  clients() {
    const routes = (router: ConnectRouter) => {
      this.tournaments.routes(router);
      this.entries.routes(router);
      this.ledger.routes(router);
    };
    const transport = createRouterTransport(routes, {
      router: { interceptors: serverInterceptors(createLogger("fakes", "silent")) },
      transport: { interceptors: [this.#faulty] },
    });
    return {
      tournaments: clientOver(TournamentService, transport),
      entries: clientOver(EntryService, transport),
      wallet: clientOver(WalletService, transport),
    };
  }

  readonly #faulty: Interceptor = (next) => (request) =>
    this.faults.around(request.method.name, async () => {
      const response = await next(request);
      if (!response.stream) return response;
      // A call has done its work when all of its messages are there.
      const messages = await Array.fromAsync(response.message);
      return { ...response, message: createAsyncIterable(messages) };
    });
}
