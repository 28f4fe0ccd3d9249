import { createRouterTransport, type Client } from "@connectrpc/connect";
import { clientOver, connectTo } from "@tms/kit/rpc/client";
import { createShutdown } from "@tms/kit/process/shutdown";
import { openPool, type Pool } from "@tms/kit/database/pool";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { createLogger } from "@tms/kit/process/log";
import { databaseReady } from "@tms/kit/database/ready";
import { serve } from "@tms/kit/rpc/serve";
import { TEST_CALLERS, TEST_TOKEN } from "@tms/kit/testing/serve";
import { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import { testDatabase } from "@tms/kit/testing/database";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { createContext } from "../src/context.ts";
import { routes } from "../src/routes.ts";

const log = createLogger("game", process.env["LOG_LEVEL"] ?? "silent");

/** The game service over real HTTP/2 on a database of its own, beside a fake of the wallet. */
export interface GameUnderTest {
  client: Client<typeof GameService>;
  wallet: FakeWallet;
  /** The database as its admin, to look behind the service. */
  admin: Pool;
  stop(): Promise<void>;
}

export async function startGame(): Promise<GameUnderTest> {
  const shutdown = createShutdown(log);
  const database = await testDatabase();
  shutdown.add("the database", () => database.drop());
  const wallet = new FakeWallet();
  const config = {
    database: { url: database.urlFor("game"), poolSize: 8 },
    walletUrl: "http://127.0.0.1:1",
    callerToken: "",
  };
  const context = createContext(config, log, shutdown, walletClient(wallet));
  const definition = {
    services: [GameService],
    routes: routes(context),
    ready: databaseReady(context.db),
    callers: TEST_CALLERS,
  };
  const address = { host: "127.0.0.1", port: 0, probePort: 0 };
  const { port } = await serve(definition, address, log, shutdown);
  const admin = openPool({ url: database.adminUrl, poolSize: 2 }, "test", log);
  shutdown.add("the admin's pool", () => admin.end());
  const client = connectTo(GameService, `http://127.0.0.1:${port}`, TEST_TOKEN);
  return { client, wallet, admin, stop: () => shutdown.run() };
}

function walletClient(wallet: FakeWallet): Client<typeof WalletService> {
  const interceptors = serverInterceptors(log);
  return clientOver(
    WalletService,
    createRouterTransport(wallet.routes, { router: { interceptors } }),
  );
}
