import { createRouterTransport, type Client } from "@connectrpc/connect";
import { createCallerToken } from "@tms/kit/callers/token";
import { clientOver, connectTo } from "@tms/kit/rpc/client";
import { createShutdown } from "@tms/kit/process/shutdown";
import { openPool, type Pool } from "@tms/kit/database/pool";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { databaseReady } from "@tms/kit/database/ready";
import { serve } from "@tms/kit/rpc/serve";
import { TEST_CALLERS, TEST_TOKEN, testMetrics } from "@tms/kit/testing/serve";
import type { Publisher } from "@tms/kit/events/publisher";
import { FakeEvents } from "@tms/kit/testing/fakes/events";
import { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import { testDatabase } from "@tms/kit/testing/database";
import { testLog } from "@tms/kit/testing/log";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { fakeIdentity, identityClient, type FakeIdentity } from "./fake-identity.ts";
import { fakeClocks, type FakeClocks } from "./fake-clocks.ts";
import { createContext } from "../src/context.ts";
import { routes } from "../src/routes.ts";

const log = testLog("game");
const NOWHERE = "http://127.0.0.1:1";

/** The game service over real HTTP/2 on a database of its own, beside a fake of the wallet. */
export interface GameUnderTest {
  client: Client<typeof GameService>;
  members: Client<typeof MemberService>;
  clock: Client<typeof ClockService>;
  wallet: FakeWallet;
  identity: FakeIdentity;
  /** The services that clocks are told to. */
  told: FakeClocks;
  /** The log, and what brings staged events to it: it does not run by itself here. */
  events: FakeEvents;
  publisher: Publisher;
  /** Its own login to the database. */
  databaseUrl: string;
  /** The database as its admin, to look behind the service. */
  admin: Pool;
  stop(): Promise<void>;
}

export async function startGame(): Promise<GameUnderTest> {
  const shutdown = createShutdown(log);
  const database = await testDatabase();
  shutdown.add("the database", () => database.drop());
  const identity = fakeIdentity();
  const wallet = new FakeWallet();
  const events = new FakeEvents();
  const clocks = fakeClocks();
  const config = {
    database: { url: database.urlFor("game"), poolSize: 8 },
    addresses: {
      wallet: NOWHERE,
      identity: NOWHERE,
      events: NOWHERE,
      entry: NOWHERE,
      tournament: NOWHERE,
      settlement: NOWHERE,
    },
    callerToken: createCallerToken(),
  };
  const context = createContext(config, log, shutdown, {
    wallet: walletClient(wallet),
    identity: identityClient(identity),
    events: clientOver(EventService, createRouterTransport(events.routes)),
    ...clocks.clients,
  });
  const definition = {
    services: [GameService, MemberService, ClockService],
    routes: routes(context),
    ready: databaseReady(context.db),
    callers: TEST_CALLERS,
    metrics: testMetrics(),
  };
  const address = { host: "127.0.0.1", port: 0, probePort: 0 };
  const { port } = await serve(definition, address, log, shutdown);
  const admin = openPool({ url: database.adminUrl, poolSize: 2 }, "test", log);
  shutdown.add("the admin's pool", () => admin.end());
  const url = `http://127.0.0.1:${port}`;
  const client = connectTo(GameService, url, TEST_TOKEN);
  const members = connectTo(MemberService, url, TEST_TOKEN);
  const databaseUrl = database.urlFor("game");
  const { publisher } = context;
  const fakes = { wallet, identity, events, publisher, told: clocks };
  const clock = connectTo(ClockService, url, TEST_TOKEN);
  return { client, members, clock, databaseUrl, ...fakes, admin, stop: () => shutdown.run() };
}

function walletClient(wallet: FakeWallet): Client<typeof WalletService> {
  const interceptors = serverInterceptors(log);
  return clientOver(
    WalletService,
    createRouterTransport(wallet.routes, { router: { interceptors } }),
  );
}
