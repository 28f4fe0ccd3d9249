import { ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import type { DescService } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import { withToken } from "@tms/kit/callers/token";
import { newId } from "@tms/kit/values/ids";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType, WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { TestSystem } from "../harness/system.ts";

// The client keeps no time of its own: what it hears comes from the service.
const OPTIONS = { headers: { "connect-timeout-ms": "1000" } };

/** How many calls that makes. */
export const CALLS = 10;

/** A read and a write of every service, each with a second for its answer; what they fail with. */
export async function callEveryService({ urls, token }: TestSystem): Promise<ConnectError[]> {
  const interceptors = [withToken(token)];
  const clientOf = <T extends DescService>(service: T, baseUrl: string) =>
    createClient(service, createConnectTransport({ httpVersion: "2", baseUrl, interceptors }));
  const games = clientOf(GameService, urls.game);
  const tournaments = clientOf(TournamentService, urls.tournament);
  const entries = clientOf(EntryService, urls.entry);
  const wallet = clientOf(WalletService, urls.wallet);
  const settlements = clientOf(SettlementService, urls.settlement);
  const [gameId, tournamentId, requestId] = [newId(), newId(), newId()];
  const ref = { gameId, type: AccountType.GAMER, ownerId: newId() };
  const currency = "USD";
  const calls: Promise<unknown>[] = [
    games.getGame({ gameId }, OPTIONS),
    games.createGame({ requestId, name: "Chess" }, OPTIONS),
    tournaments.listTournaments({ gameId }, OPTIONS),
    tournaments.publishTournament({ requestId, gameId, tournamentId }, OPTIONS),
    entries.getGamer({ gameId, handle: "ada" }, OPTIONS),
    entries.createGamer({ requestId, gameId, handle: "ada" }, OPTIONS),
    wallet.batchGetBalances({ refs: [ref], currency }, OPTIONS),
    wallet.openAccount({ requestId, ref, currency }, OPTIONS),
    settlements.getSettlement({ gameId, tournamentId }, OPTIONS),
    settlements.scheduleSettlement(
      { requestId, gameId, tournamentId, dueTime: timestampNow() },
      OPTIONS,
    ),
  ];
  const results = await Promise.allSettled(calls);
  return results.flatMap((result) =>
    result.status === "rejected" ? [ConnectError.from(result.reason)] : [],
  );
}
