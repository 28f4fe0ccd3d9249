import { Code, ConnectError, createRouterTransport, type Interceptor } from "@connectrpc/connect";
import { createLogger } from "@tms/kit/process/log";
import { clientOver } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { FakeEntries } from "@tms/kit/testing/fakes/entry";
import { FakeEvents } from "@tms/kit/testing/fakes/events";
import { fakeGames, type FakeGames } from "@tms/kit/testing/fakes/game";
import { FakeSettlements } from "@tms/kit/testing/fakes/settlement";
import { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import { newId } from "@tms/kit/values/ids";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { AccountType, WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { Clients } from "../src/context.ts";

/** The services beside this one: what they answer, and what they were asked. */
export interface Fakes {
  games: FakeGames;
  entry: FakeEntries;
  settlements: FakeSettlements;
  wallet: FakeWallet;
  events: FakeEvents;
  down: Set<"entry">;
}

export const createFakes = (): Fakes => ({
  games: fakeGames(),
  entry: new FakeEntries(),
  settlements: new FakeSettlements(),
  wallet: new FakeWallet(),
  events: new FakeEvents(),
  down: new Set(),
});

/** Puts money into the prize pool of a tournament. */
export function fillPool({ wallet }: Fakes, gameId: string, ownerId: string, minor: bigint): void {
  wallet.put({ gameId, type: AccountType.PRIZE_POOL, ownerId }, minor, "EUR");
}

/** Lets so many gamers into a tournament. */
export function enter(
  { entry }: Fakes,
  key: { gameId: string; tournamentId: string },
  gamers: number,
): void {
  for (let number = 0; number < gamers; number++)
    entry.join({ ...key, requestId: newId(), handle: `gamer ${number}` });
}

/** Clients of the fakes: messages really travel, in memory, through the real interceptors. */
export function clientsOf(fake: Fakes): Clients {
  const log = createLogger("fakes", process.env["LOG_LEVEL"] ?? "silent");
  const transport = createRouterTransport(
    (router) => {
      fake.games.routes(router);
      fake.entry.routes(router);
      fake.settlements.routes(router);
      fake.wallet.routes(router);
      fake.events.routes(router);
    },
    { router: { interceptors: [...serverInterceptors(log), entryDown(fake)] } },
  );
  return {
    game: clientOver(GameService, transport),
    wallet: clientOver(WalletService, transport),
    entry: clientOver(EntryService, transport),
    settlement: clientOver(SettlementService, transport),
    events: clientOver(EventService, transport),
  };
}

const entryDown =
  ({ down }: Fakes): Interceptor =>
  (next) =>
  async (call) => {
    if (call.service.typeName === EntryService.typeName && down.has("entry"))
      throw new ConnectError("down", Code.Unavailable);
    return await next(call);
  };
