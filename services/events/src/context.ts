import type { Client } from "@connectrpc/connect";
import { createRelay } from "@tms/kit/database/outbox";
import { openDatabase } from "@tms/kit/database/pool";
import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { connectTo } from "@tms/kit/rpc/client";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import type { EventsConfig } from "./config.ts";
import { createDispatcher } from "./dispatching/dispatcher.ts";
import { createGameLimiter } from "./dispatching/slots.ts";
import { createMailDelivery } from "./endpoints/mail.ts";
import { tooManyTests } from "./errors.ts";
import { createGames } from "./games.ts";
import { createHeadWatch } from "./log/head-watch.ts";
import { createEventsMetrics, measured } from "./metrics.ts";
import { createSender, type SenderOptions } from "./sending/send.ts";

/** The other services that this service calls. */
export interface Clients {
  game: Client<typeof GameService>;
  members: Client<typeof MemberService>;
  identity: Client<typeof IdentityService>;
}

type Settings = Pick<
  EventsConfig,
  "database" | "gameUrl" | "identityUrl" | "callerToken" | "secretsKeys" | "allowPrivate"
>;

/** Everything that the RPCs and the background work use. */
export type Context = ReturnType<typeof createContext>;

const TESTS = { shared: 32, maxWaiting: 16 };

export function createContext(
  config: Settings,
  log: Logger,
  shutdown: Shutdown,
  clients: Clients = connectClients(config),
  sending: Omit<SenderOptions, "allowPrivate"> = {},
) {
  const { secretsKeys, allowPrivate } = config;
  const db = openDatabase(config.database, "events", log);
  shutdown.add("the database pool", () => db.$client.end());
  const watch = createHeadWatch(db, log, shutdown);
  const games = createGames(clients.game);
  const metrics = createEventsMetrics();
  const sender = measured(createSender({ allowPrivate, ...sending }), metrics.attempts);
  shutdown.add("the connections to endpoints", () => sender.close());
  return {
    db,
    log,
    games,
    members: clients.members,
    watch,
    metrics,
    secretsKeys,
    allowPrivate,
    sender,
    dispatcher: createDispatcher({ db, log, sender, secretsKeys }),
    /** Limits running tests of endpoints, with a fair share for each game. */
    limitTests: createGameLimiter(TESTS, tooManyTests),
    /** Sends staged mails to the identity service. */
    relay: createRelay(db, createMailDelivery({ games, ...clients }), log),
  };
}

const connectClients = ({ gameUrl, identityUrl, callerToken }: Settings): Clients => ({
  game: connectTo(GameService, gameUrl, callerToken),
  members: connectTo(MemberService, gameUrl, callerToken),
  identity: connectTo(IdentityService, identityUrl, callerToken),
});
