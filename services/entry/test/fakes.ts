import { registerFake } from "@tms/kit/testing/fake";
import type { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { clientOver } from "@tms/kit/rpc/client";
import { DomainError } from "@tms/kit/errors/domain-error";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { createLogger } from "@tms/kit/process/log";
import {
  TournamentService,
  type GetTournamentRequest,
  type TournamentSchema,
} from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { Clients } from "../src/context.ts";

/** The tournaments there are, of any game. */
export class FakeTournaments {
  readonly known = new Map<string, MessageInitShape<typeof TournamentSchema>>();
  /** What an answer waits for after it was read, as when it travels slowly. */
  slow: (() => Promise<void>) | undefined;
  down = false;
  calls = 0;

  async getTournament({ gameId, tournamentId }: GetTournamentRequest) {
    this.calls++;
    if (this.down) throw new ConnectError("down", Code.Unavailable);
    const tournament = this.known.get(tournamentId.toLowerCase());
    if (tournament?.gameId !== gameId.toLowerCase())
      throw new DomainError("TOURNAMENT_NOT_FOUND", "There is no tournament of that id.");
    const answer = { tournament: { ...tournament } };
    await this.slow?.();
    return answer;
  }
}

/** Clients of the fakes: messages really travel, in memory, through the real interceptors. */
export function clientsOf(tournaments: FakeTournaments, wallet: FakeWallet): Clients {
  const interceptors = serverInterceptors(createLogger("fakes", "silent"));
  const transport = createRouterTransport(
    (router) => {
      registerFake(router, TournamentService, {
        getTournament: (request) => tournaments.getTournament(request),
      });
      wallet.routes(router);
    },
    { router: { interceptors } },
  );
  return {
    tournaments: clientOver(TournamentService, transport),
    wallet: clientOver(WalletService, transport),
  };
}
