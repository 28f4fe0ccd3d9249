import type { FakeEvents } from "@tms/kit/testing/fakes/events";
import type { FakeTournaments } from "@tms/kit/testing/fakes/tournament";
import type { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import { createRouterTransport } from "@connectrpc/connect";
import { clientOver } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { createLogger } from "@tms/kit/process/log";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { Clients } from "../src/context.ts";

/** Clients of the fakes: messages really travel, in memory, through the real interceptors. */
export function clientsOf(
  tournaments: FakeTournaments,
  wallet: FakeWallet,
  events: FakeEvents,
): Clients {
  const interceptors = serverInterceptors(createLogger("fakes", "silent"));
  const transport = createRouterTransport(
    (router) => {
      tournaments.routes(router);
      wallet.routes(router);
      events.routes(router);
    },
    { router: { interceptors } },
  );
  return {
    tournaments: clientOver(TournamentService, transport),
    wallet: clientOver(WalletService, transport),
    events: clientOver(EventService, transport),
  };
}
