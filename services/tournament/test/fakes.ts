import { registerFake } from "@tms/kit/testing/fake";
import { FakeGames } from "@tms/kit/testing/fakes/game";
import { FakeSettlements } from "@tms/kit/testing/fakes/settlement";
import { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { clientOver } from "@tms/kit/rpc/client";
import { DomainError } from "@tms/kit/errors/domain-error";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { createLogger } from "@tms/kit/process/log";
import { EntryService, type CheckFinalRanksRequest } from "@tms/proto/tms/entry/v1/entry";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { AccountType, WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { Clients } from "../src/context.ts";

/** The services beside this one: what they answer, and what they were asked. */
export interface Fakes {
  games: FakeGames;
  settlements: FakeSettlements;
  wallet: FakeWallet;
  /** Confirmed entries by tournament id. */
  entries: Map<string, number>;
  /** Why final ranks are refused, if they are. */
  ranksRefusal: DomainError | undefined;
  down: Set<"entry">;
  rankCalls: CheckFinalRanksRequest[];
  /** Tournaments whose registration was closed. */
  closedRegistrations: Set<string>;
}

export const createFakes = (): Fakes => ({
  games: new FakeGames(),
  settlements: new FakeSettlements(),
  wallet: new FakeWallet(),
  entries: new Map(),
  ranksRefusal: undefined,
  down: new Set(),
  rankCalls: [],
  closedRegistrations: new Set(),
});

/** Puts money into the prize pool of a tournament. */
export function fillPool({ wallet }: Fakes, gameId: string, ownerId: string, minor: bigint): void {
  wallet.put({ gameId, type: AccountType.PRIZE_POOL, ownerId }, minor, "EUR");
}

/** Clients of the fakes: messages really travel, in memory, through the real interceptors. */
export function clientsOf(fake: Fakes): Clients {
  const transport = createRouterTransport(
    (router) => {
      fake.games.routes(router);
      fake.wallet.routes(router);
      registerFake(router, EntryService, {
        batchCountEntries: ({ tournamentIds }) => countEntries(fake, tournamentIds),
        checkFinalRanks: (asked) => checkRanks(fake, asked),
        closeRegistration: ({ tournamentId }) => {
          if (fake.down.has("entry")) throw new ConnectError("down", Code.Unavailable);
          fake.closedRegistrations.add(tournamentId);
          return {};
        },
      });
      fake.settlements.routes(router);
    },
    {
      router: {
        interceptors: serverInterceptors(
          createLogger("fakes", process.env["LOG_LEVEL"] ?? "silent"),
        ),
      },
    },
  );
  return {
    game: clientOver(GameService, transport),
    wallet: clientOver(WalletService, transport),
    entry: clientOver(EntryService, transport),
    settlement: clientOver(SettlementService, transport),
  };
}

function countEntries(fake: Fakes, ids: readonly string[]) {
  if (fake.down.has("entry")) throw new ConnectError("down", Code.Unavailable);
  return { entries: ids.map((id) => fake.entries.get(id) ?? 0) };
}

function checkRanks(fake: Fakes, asked: CheckFinalRanksRequest) {
  fake.rankCalls.push(asked);
  if (fake.ranksRefusal) throw fake.ranksRefusal;
  return {};
}
