import type { Client } from "@connectrpc/connect";
import type { Db } from "@tms/kit/database/handle";
import { createRelay } from "@tms/kit/database/outbox";
import { openDatabase } from "@tms/kit/database/pool";
import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { connectTo } from "@tms/kit/rpc/client";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import type { Keyring } from "@tms/kit/values/keyring";
import type { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import type { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import type { EventService } from "@tms/proto/tms/event/v1/event";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import type { EventsConfig } from "./config.ts";
import { createDispatcher, type Dispatcher } from "./dispatching/dispatcher.ts";
import { createGameLimiter, type GameLimiter } from "./dispatching/slots.ts";
import { tooManyTests } from "./errors.ts";
import { createGames, type Games } from "./games.ts";
import { createHeadWatch, type HeadWatch } from "./head-watch.ts";
import { deliverMails, type EndpointMail } from "./mails/endpoint-mail.ts";
import { createEventsMetrics, measured, type EventsMetrics } from "./metrics.ts";
import { createSender, type Sender, type SenderOptions } from "./sending/send.ts";

/** What the events service's RPCs work with. */
export interface Context {
  db: Db;
  log: Logger;
  games: Games;
  members: Client<typeof MemberService>;
  watch: HeadWatch;
  metrics: EventsMetrics;
  /** Seals the secrets of endpoints. */
  secretsKeys: Keyring;
  /** Whether endpoints may be private addresses, and without TLS. */
  allowPrivate: boolean;
  sender: Sender;
  dispatcher: Dispatcher;
  /** Bounds how many endpoints are tried at once, with a fair share for each game. */
  limitedTests: GameLimiter;
  /** Brings mails about endpoints to the identity service. */
  relay: ReturnType<typeof createRelay<EndpointMail>>;
}

/** The other services that this one calls. */
export interface Clients {
  game: Client<typeof GameService>;
  members: Client<typeof MemberService>;
  identity: Client<typeof IdentityService>;
}

/** The RPCs about events, by name. */
export type Rpcs = RpcsOf<typeof EventService>;
/** The RPCs about endpoints, by name. */
export type EndpointRpcs = RpcsOf<typeof EndpointService>;
/** The RPCs about deliveries, by name. */
export type DeliveryRpcs = RpcsOf<typeof DeliveryService>;

type Settings = Pick<
  EventsConfig,
  "database" | "gameUrl" | "identityUrl" | "callerToken" | "secretsKeys" | "allowPrivate"
>;

const TESTS = { shared: 32, maxWaiting: 16 };

export function createContext(
  config: Settings,
  log: Logger,
  shutdown: Shutdown,
  clients: Clients = connectClients(config),
  sending: Omit<SenderOptions, "allowPrivate"> = {},
): Context {
  const { secretsKeys, allowPrivate } = config;
  const db = openDatabase(config.database, "events", log);
  shutdown.add("the database pool", () => db.$client.end());
  const watch = createHeadWatch(db, log, shutdown);
  const games = createGames(clients.game);
  const metrics = createEventsMetrics();
  const sender = measured(createSender({ allowPrivate, ...sending }), metrics.attempts);
  shutdown.add("the connections to endpoints", () => sender.close());
  const dispatcher = createDispatcher({ db, log, sender, secretsKeys });
  const relay = createRelay(db, deliverMails({ games, ...clients }), log);
  const limitedTests = createGameLimiter(TESTS, tooManyTests);
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
    dispatcher,
    limitedTests,
    relay,
  };
}

const connectClients = ({ gameUrl, identityUrl, callerToken }: Settings): Clients => ({
  game: connectTo(GameService, gameUrl, callerToken),
  members: connectTo(MemberService, gameUrl, callerToken),
  identity: connectTo(IdentityService, identityUrl, callerToken),
});
