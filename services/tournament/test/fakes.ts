import { registerFake } from "@tms/kit/testing/fake";
import { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { clientOver } from "@tms/kit/rpc/client";
import { DomainError } from "@tms/kit/errors/domain-error";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { createLogger } from "@tms/kit/process/log";
import { EntryService, type CheckFinalRanksRequest } from "@tms/proto/tms/entry/v1/entry";
import { GameService, Payer } from "@tms/proto/tms/game/v1/game";
import {
  SettlementService,
  type ScheduleSettlementRequest,
  type StartRefundRequest,
} from "@tms/proto/tms/settlement/v1/settlement";
import { AccountType, WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { Clients } from "../src/context.ts";

/** The services beside this one: what they answer, and what they were asked. */
export interface Fakes {
  games: Map<string, { code: string; exponent: number }>;
  wallet: FakeWallet;
  /** Confirmed entries by tournament id. */
  entries: Map<string, number>;
  /** Why final ranks are refused, if they are. */
  ranksRefusal: DomainError | undefined;
  down: Set<"settlement" | "entry">;
  rankCalls: CheckFinalRanksRequest[];
  /** Tournaments whose registration was closed. */
  closedRegistrations: Set<string>;
  schedules: ScheduleSettlementRequest[];
  refunds: StartRefundRequest[];
}

export const createFakes = (): Fakes => ({
  games: new Map(),
  wallet: new FakeWallet(),
  entries: new Map(),
  ranksRefusal: undefined,
  down: new Set(),
  rankCalls: [],
  schedules: [],
  refunds: [],
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
      registerFake(router, GameService, { getGame: ({ gameId }) => getGame(fake, gameId) });
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
      registerFake(router, SettlementService, {
        scheduleSettlement: (event) => note(fake, fake.schedules, event),
        startRefund: (event) => note(fake, fake.refunds, event),
      });
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

function getGame(fake: Fakes, gameId: string) {
  const currency = fake.games.get(gameId);
  if (currency === undefined) throw new DomainError("GAME_NOT_FOUND", "There is no such game.");
  return {
    game: { id: gameId, name: "Chess", currency, payer: Payer.WALLET, platformFeeBps: 250 },
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

function note<T>(fake: Fakes, events: T[], event: T) {
  if (fake.down.has("settlement")) throw new ConnectError("down", Code.Unavailable);
  events.push(event);
  return {};
}
