import type { ConnectRouter } from "@connectrpc/connect";
import { openDatabase, type Pool } from "@tms/kit/database/pool";
import type { Logger } from "@tms/kit/process/log";
import { createShutdown, type Shutdown } from "@tms/kit/process/shutdown";
import { clientOver } from "@tms/kit/rpc/client";
import type { Served } from "@tms/kit/rpc/rpcs";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import { testLog } from "@tms/kit/testing/log";
import { createKeyring, parseKeyring } from "@tms/kit/values/keyring";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { entry as entryService } from "../../services/entry/src/context.ts";
import { startRecovery } from "../../services/entry/src/joining/recovery.ts";
import { served as entryServed } from "../../services/entry/src/routes.ts";
import { events as eventsService } from "../../services/events/src/context.ts";
import { served as eventsServed } from "../../services/events/src/routes.ts";
import { startClocks } from "../../services/game/src/clock.ts";
import { game as gameService } from "../../services/game/src/context.ts";
import { served as gameServed } from "../../services/game/src/routes.ts";
import { identity as identityService } from "../../services/identity/src/context.ts";
import { served as identityServed } from "../../services/identity/src/routes.ts";
import { settlement as settlementService } from "../../services/settlement/src/context.ts";
import { served as settlementServed } from "../../services/settlement/src/routes.ts";
import {
  createWorkerPool,
  type Wakeup,
  type WorkerPool,
} from "../../services/settlement/src/scheduling/queue.ts";
import { startSweeper } from "../../services/settlement/src/scheduling/sweeper.ts";
import { settle } from "../../services/settlement/src/settle.ts";
import { tournament as tournamentService } from "../../services/tournament/src/context.ts";
import { served as tournamentServed } from "../../services/tournament/src/routes.ts";
import { wallet as walletService } from "../../services/wallet/src/context.ts";
import { served as walletServed } from "../../services/wallet/src/routes.ts";
import { createBus, type Bus } from "./bus.ts";

/** The address that a world shows to people. */
export const PUBLIC_URL = "https://tms.example";
/** An address where nothing listens. */
export const NOWHERE = "http://127.0.0.1:1";

/**
 * All services in one process, on a database of their own. They call each other without a network.
 * The clients of all services are members of the world.
 */
export interface World extends Bus, Clients {
  clients: Clients;
  contexts: Contexts;
  database: TestDatabase;
  /** The database as its administrator. */
  admin: Pool;
  /** Settlements that the queue was asked to wake. */
  wakeups: Wakeup[];
  shutdown: Shutdown;
  close(): Promise<void>;
}

export type Clients = ReturnType<typeof createClients>;
type Wakeups = ReturnType<typeof createWakeups>;
export type Contexts = ReturnType<typeof createContexts>;

/** The settings of a new world. */
export interface WorldSettings {
  background?: boolean;
  /** Another world, whose database this one uses: its services are then second replicas. */
  beside?: World;
}

/**
 * Starts the services. Without `background`, relays, publishers and workers run only when a test
 * runs them through `contexts`.
 */
export async function startWorld({
  background = false,
  beside,
}: WorldSettings = {}): Promise<World> {
  const log = testLog("a service");
  const shutdown = createShutdown(log);
  const database = beside?.database ?? (await testDatabase());
  if (beside === undefined) shutdown.add("the database", () => database.drop());
  const { $client: admin } = openDatabase({ url: database.adminUrl, poolSize: 2 }, "test", log);
  shutdown.add("the administrator's pool", () => admin.end());
  const routes: ((router: ConnectRouter) => void)[] = [];
  const bus = createBus(() => routes, log);
  const clients = createClients(bus.transport);
  const queue = createWakeups();
  const contexts = createContexts(database, clients, queue, log, shutdown);
  routes.push(
    routesOf(entryServed, contexts.entry),
    routesOf(eventsServed, contexts.events),
    routesOf(gameServed, contexts.game),
    routesOf(identityServed, contexts.identity),
    routesOf(settlementServed, contexts.settlement),
    routesOf(tournamentServed, contexts.tournament),
    routesOf(walletServed, contexts.wallet),
  );
  if (background) startBackground(contexts, queue, shutdown);
  const close = () => shutdown.run();
  const { wakeups } = queue;
  return { ...bus, ...clients, clients, contexts, database, admin, wakeups, shutdown, close };
}

/** Returns a function that registers the RPCs of a service in a context. */
export const routesOf =
  <C>(served: readonly Served<C>[], context: C) =>
  (router: ConnectRouter): void =>
    served.forEach(({ register }) => register(router, context));

/** Creates a queue in memory: it records wake-ups, and passes them on when a worker pool is set. */
function createWakeups() {
  const wakeups: Wakeup[] = [];
  let pool: WorkerPool | undefined;
  return {
    wakeups,
    async add(batch: readonly Wakeup[]) {
      wakeups.push(...batch);
      for (const { tournamentId, at } of batch)
        if (pool && at.getTime() <= Date.now()) void pool.run(tournamentId).catch(() => undefined);
    },
    work: (workers: WorkerPool) => void (pool = workers),
  };
}

/** Starts the loops that finish what calls begin. Retention does not run. */
function startBackground(contexts: Contexts, queue: Wakeups, shutdown: Shutdown) {
  const { entry, events, game, identity, settlement, tournament, wallet } = contexts;
  const pool = createWorkerPool((id) => settle(settlement, id), 4);
  queue.work(pool);
  const loops = [
    ...[entry, game, settlement, tournament, wallet].map(({ publisher }) => publisher.start()),
    ...[events, identity, tournament].map(({ relay }) => relay.start()),
    events.dispatcher.start(),
    startClocks(game),
    startRecovery(entry),
    startSweeper(settlement, pool),
    { stop: () => pool.close() },
  ];
  for (const loop of loops) shutdown.add("background work", () => loop.stop());
}

const createClients = (transport: Bus["transport"]) => ({
  game: clientOver(GameService, transport),
  member: clientOver(MemberService, transport),
  clock: clientOver(ClockService, transport),
  tournament: clientOver(TournamentService, transport),
  entry: clientOver(EntryService, transport),
  wallet: clientOver(WalletService, transport),
  settlement: clientOver(SettlementService, transport),
  identity: clientOver(IdentityService, transport),
  events: clientOver(EventService, transport),
  endpoints: clientOver(EndpointService, transport),
  deliveries: clientOver(DeliveryService, transport),
});

function createContexts(
  { urlFor }: TestDatabase,
  clients: Clients,
  queue: Wakeups,
  log: Logger,
  shutdown: Shutdown,
) {
  const keys = (id: string) => {
    const ring = parseKeyring(createKeyring(id));
    if (ring === undefined) throw new Error("a new keyring cannot be parsed");
    return ring;
  };
  const secretsKeys = keys("secrets");
  /** The parts of a context that has these settings. */
  const partsOf = <S>(service: string, settings: S) => ({
    database: { url: urlFor(service), poolSize: 4 },
    settings,
    log,
    shutdown,
    clients: {
      ...clients,
      members: clients.member,
      tournaments: clients.tournament,
      entries: clients.entry,
    },
  });
  const queueOnPostgres = { backend: "postgres" as const, url: urlFor("settlement") };
  return {
    game: gameService.createContext(partsOf("game", {})),
    tournament: tournamentService.createContext(partsOf("tournament", {})),
    entry: entryService.createContext(
      partsOf("entry", { batching: { maxBatch: 256, inFlight: 2 } }),
    ),
    wallet: walletService.createContext(partsOf("wallet", {})),
    settlement: settlementService.createContext(
      partsOf("settlement", { queue: queueOnPostgres, concurrency: 4 }),
      queue,
    ),
    identity: identityService.createContext(
      partsOf("identity", {
        publicUrl: PUBLIC_URL,
        sessionKeys: keys("session"),
        secretsKeys,
        mail: { smtpUrl: undefined, from: "tms@example.com" },
      }),
    ),
    events: eventsService.createContext(partsOf("events", { secretsKeys, allowPrivate: true })),
  };
}
