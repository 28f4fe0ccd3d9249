import type { Client } from "@connectrpc/connect";
import { createRouterTransport } from "@connectrpc/connect";
import { eventOf, type Change } from "@tms/kit/events/event";
import { openPool, type Pool } from "@tms/kit/database/pool";
import { createLogger } from "@tms/kit/process/log";
import { clientOver, connectTo } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import type { Origin } from "@tms/kit/rpc/origin";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import { fakeGames, type FakeGames } from "@tms/kit/testing/fakes/game";
import { serveForTest, TEST_TOKEN } from "@tms/kit/testing/serve";
import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { EventService, type Event } from "@tms/proto/tms/event/v1/event";
import { GameService, Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { createContext, type Context } from "../src/context.ts";
import { routes } from "../src/routes.ts";

/** The events service over real HTTP/2 on a database of its own, beside a fake of the game service. */
export interface EventsUnderTest {
  client: Client<typeof EventService>;
  context: Context;
  games: FakeGames;
  /** The database as its admin, to look behind the service. */
  admin: Pool;
  /** Another replica on the same database. */
  another(): Promise<EventsUnderTest>;
  stop(): Promise<void>;
}

export async function startEvents(): Promise<EventsUnderTest> {
  const database = await testDatabase();
  const service = await startReplica(database, fakeGames());
  return {
    ...service,
    async stop() {
      await service.stop();
      await database.drop();
    },
  };
}

async function startReplica(database: TestDatabase, games: FakeGames): Promise<EventsUnderTest> {
  let context!: Context;
  const service = await serveForTest((log, shutdown) => {
    const config = {
      database: { url: database.urlFor("events"), poolSize: 8 },
      gameUrl: "http://127.0.0.1:1",
      callerToken: "",
    };
    const interceptors = serverInterceptors(log);
    const transport = createRouterTransport(games.routes, { router: { interceptors } });
    context = createContext(config, log, shutdown, clientOver(GameService, transport));
    return { services: [EventService], routes: routes(context), ready: async () => true };
  });
  const admin = openPool(
    { url: database.adminUrl, poolSize: 2 },
    "test",
    createLogger("test", "silent"),
  );
  return {
    client: connectTo(EventService, service.url, TEST_TOKEN),
    context,
    games,
    admin,
    another: () => startReplica(database, games),
    async stop() {
      await service.close();
      await admin.end();
    },
  };
}

const BY_NOBODY: Origin = { actor: SYSTEM, requestId: null };

/** An event of an environment. */
export const eventIn = (gameId: string, change: Change, origin: Origin = BY_NOBODY): Event =>
  eventOf({ gameId, time: new Date(), origin, change });

const moment = { seconds: 1_900_000_000n };

/** A tournament as its service tells of it. */
export const tournamentOf = (gameId: string, id: string, description = "Weekly") => ({
  id,
  gameId,
  terms: {
    name: "Open",
    description,
    entryFeeMinorUnits: 250n,
    startTime: moment,
    endTime: moment,
  },
  currency: "USD",
  status: Status.PENDING,
  createTime: moment,
  updateTime: moment,
});

/** Events of one tournament's life, each made anew when it is asked for. */
export function lifeOf(gameId: string, tournamentId = newId()) {
  const tournament = (description?: string) => tournamentOf(gameId, tournamentId, description);
  const settlement = (payouts: number) => ({
    tournamentId,
    gameId,
    kind: SettlementKind.PAYOUT,
    state: SettlementState.PAYING,
    payouts,
    pool: { currency: "USD", minorUnits: 500n },
  });
  const make = (change: Change): Event => eventIn(gameId, change);
  return {
    tournamentId,
    created: (description?: string) =>
      make({ case: "tournamentCreated", value: { tournament: tournament(description) } }),
    published: () => make({ case: "tournamentPublished", value: { tournament: tournament() } }),
    settling: () => make({ case: "tournamentSettling", value: { tournament: tournament() } }),
    completed: () =>
      make({
        case: "tournamentCompleted",
        value: {
          tournament: tournament(),
          pool: { currency: "USD", minorUnits: 500n },
        },
      }),
    joined: () =>
      make({
        case: "entryJoined",
        value: {
          entry: {
            id: newId(),
            tournamentId,
            gamerId: newId(),
            handle: "ada",
            fee: { currency: "USD", minorUnits: 250n },
            joinTime: moment,
            createTime: moment,
            updateTime: moment,
          },
          payer: Payer.WALLET,
        },
      }),
    planned: (payouts: number) =>
      make({ case: "settlementPlanned", value: { settlement: settlement(payouts) } }),
    paid: (position: number) =>
      make({
        case: "payoutPaid",
        value: {
          tournamentId,
          position,
          payout: {
            entryId: newId(),
            gamerId: newId(),
            handle: "ada",
            rank: 1,
            amount: { currency: "USD", minorUnits: 500n },
            transferId: newId(),
            payTime: moment,
          },
        },
      }),
  };
}
