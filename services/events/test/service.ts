import { EntryState } from "@tms/proto/tms/entry/v1/entry";
import type { Client } from "@connectrpc/connect";
import { createRouterTransport, type ConnectRouter } from "@connectrpc/connect";
import { eventOf, type Change } from "@tms/kit/events/event";
import { openPool, type Pool } from "@tms/kit/database/pool";
import { createLogger } from "@tms/kit/process/log";
import { clientOver, connectTo } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import type { Origin } from "@tms/kit/rpc/origin";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import { fakeGames, type FakeGames } from "@tms/kit/testing/fakes/game";
import { fakeMembers, type FakeMembers } from "@tms/kit/testing/fakes/member";
import { registerFake } from "@tms/kit/testing/fake";
import { serveForTest, TEST_TOKEN } from "@tms/kit/testing/serve";
import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { createKeyring, parseKeyring, type Keyring } from "@tms/kit/values/keyring";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { EventService, type Event } from "@tms/proto/tms/event/v1/event";
import { GameService, Payer } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService, type SendMailRequest } from "@tms/proto/tms/identity/v1/identity";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { createContext, type Context } from "../src/context.ts";
import { routes } from "../src/routes.ts";
import type { SenderOptions } from "../src/sending/send.ts";
import { scoresOf } from "./scores.ts";

/** The events service over real HTTP/2 on a database of its own, beside fakes of the others. */
export interface EventsUnderTest {
  client: Client<typeof EventService>;
  endpoints: Client<typeof EndpointService>;
  deliveries: Client<typeof DeliveryService>;
  context: Context;
  games: FakeGames;
  members: FakeMembers;
  /** What the identity service was asked to mail. */
  mails: SendMailRequest[];
  /** The database as its admin, to look behind the service. */
  admin: Pool;
  /** Another replica on the same database; its keys are the same unless others are given. */
  another(keys?: Keyring): Promise<EventsUnderTest>;
  stop(): Promise<void>;
}

/** How the service under test sends webhooks; to private addresses unless it says otherwise. */
export type Sending = Partial<SenderOptions>;

export async function startEvents(sending: Sending = {}): Promise<EventsUnderTest> {
  const database = await testDatabase();
  const games = fakeGames();
  const others = { games, members: fakeMembers(games), mails: [], keys: testKeys("test") };
  const service = await startReplica(database, others, sending);
  return {
    ...service,
    async stop() {
      await service.stop();
      await database.drop();
    },
  };
}

interface Others extends Pick<EventsUnderTest, "games" | "members" | "mails"> {
  keys: Keyring;
}

/** Keys of these ids, the first of which seals. */
export function testKeys(...ids: string[]): Keyring {
  const keys = parseKeyring(ids.map(createKeyring).join(","));
  if (keys === undefined) throw new Error("a made keyring was refused");
  return keys;
}

async function startReplica(
  database: TestDatabase,
  others: Others,
  { allowPrivate = true, ...sending }: Sending,
): Promise<EventsUnderTest> {
  const { games, members, mails, keys } = others;
  let context!: Context;
  const service = await serveForTest((log, shutdown) => {
    const config = {
      database: { url: database.urlFor("events"), poolSize: 8 },
      gameUrl: "http://127.0.0.1:1",
      identityUrl: "http://127.0.0.1:1",
      callerToken: "",
      secretsKeys: keys,
      allowPrivate,
    };
    const interceptors = serverInterceptors(log);
    const over = (fake: (router: ConnectRouter) => void) =>
      createRouterTransport(fake, { router: { interceptors } });
    const clients = {
      game: clientOver(GameService, over(games.routes)),
      members: clientOver(MemberService, over(members.routes)),
      identity: clientOver(IdentityService, over(mailing(mails))),
    };
    context = createContext(config, log, shutdown, clients, sending);
    const services = [EventService, EndpointService, DeliveryService];
    return { services, routes: routes(context), ready: async () => true };
  });
  const admin = openPool(
    { url: database.adminUrl, poolSize: 2 },
    "test",
    createLogger("test", "silent"),
  );
  return {
    client: connectTo(EventService, service.url, TEST_TOKEN),
    endpoints: connectTo(EndpointService, service.url, TEST_TOKEN),
    deliveries: connectTo(DeliveryService, service.url, TEST_TOKEN),
    context,
    games,
    members,
    mails,
    admin,
    another: (given = keys) =>
      startReplica(database, { ...others, keys: given }, { allowPrivate, ...sending }),
    async stop() {
      await service.close();
      await admin.end();
    },
  };
}

/** An identity service that keeps what it is asked to mail, once however often it is asked. */
const mailing = (mails: SendMailRequest[]) => (router: ConnectRouter) =>
  registerFake(router, IdentityService, {
    sendMail: (request) => {
      if (!mails.some(({ requestId }) => requestId === request.requestId)) mails.push(request);
      return {};
    },
  });

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
            state: EntryState.IN,
            joinTime: moment,
            createTime: moment,
            updateTime: moment,
          },
          payer: Payer.WALLET,
        },
      }),
    ...scoresOf(tournamentId, make),
    frozen: () => make({ case: "rankingFrozen", value: { tournamentId, version: 1 } }),
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
