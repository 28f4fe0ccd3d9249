import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { createRouterTransport, type Client } from "@connectrpc/connect";
import { openDatabase, openPool, type Pool } from "@tms/kit/database/pool";
import { newId } from "@tms/kit/values/ids";
import { createPublisher } from "@tms/kit/events/publisher";
import { clientOver } from "@tms/kit/rpc/client";
import { FakeEvents } from "@tms/kit/testing/fakes/events";
import { administer } from "@tms/kit/database/admin";
import { testDatabase } from "@tms/kit/testing/database";
import { serveForTest } from "@tms/kit/testing/serve";
import { EventService } from "@tms/proto/tms/event/v1/event";
import {
  SettlementService,
  type Payout,
  type Settlement,
} from "@tms/proto/tms/settlement/v1/settlement";
import { batchedClients } from "../src/clients/clients.ts";
import type { QueueConfig } from "../src/config.ts";
import type { Context } from "../src/context.ts";
import { expandPayouts } from "../src/expand.ts";
import { createWorkerPool } from "../src/scheduling/worker-pool.ts";
import { prepareQueue } from "../src/scheduling/prepare-queue.ts";
import { openQueue, startWorkers, type Wakeup, type WakeupQueue } from "../src/scheduling/queue.ts";
import { routes } from "../src/routes.ts";
import { settle } from "../src/settle.ts";
import { batchedQueries } from "../src/batching/queries.ts";
import { startSweeper } from "../src/scheduling/sweeper.ts";
import type { FakeTournament } from "./fakes/tournament.ts";
import { FakeServices } from "./fakes/services.ts";

/** The settlement service on a database of its own, with the others in memory and no worker. */
export interface SettlementUnderTest extends FakeServices {
  context: Context;
  client: Client<typeof SettlementService>;
  wakeups: Wakeup[];
  /** The log that the publisher, which does not run by itself here, brings events to. */
  events: FakeEvents;
  /** The database as its administrator. */
  admin: Pool;
  /** The queue of this service; without one, wake-ups are only noted. */
  queueConfig: QueueConfig | undefined;
  /** Has a tournament settled now, or with `inMs` later. */
  schedule(tournament: FakeTournament, inMs?: number): Promise<Settlement>;
  /** Works on a tournament's settlement as a worker would, whatever pause or lease it is in. */
  work(tournament: FakeTournament): Promise<Settlement>;
  /** Makes a settlement due. */
  makeDue(tournament: FakeTournament): Promise<void>;
  read(tournament: FakeTournament): Promise<{ settlement: Settlement; payouts: Payout[] }>;
  close(): Promise<void>;
}

type QueueOf = (databaseUrl: string) => QueueConfig;

export async function startSettlement(queueOf?: QueueOf): Promise<SettlementUnderTest> {
  const database = await testDatabase();
  const queueConfig = queueOf?.(database.urlFor("settlement"));
  const fakes = new FakeServices();
  const events = new FakeEvents();
  const wakeups: Wakeup[] = [];
  const recorded: WakeupQueue = { add: async (batch) => void wakeups.push(...batch) };
  let context!: Context;
  // All a queue on Postgres needs: a schema of its own, owned by the service's role.
  if (queueConfig?.backend === "postgres")
    await administer(database.adminUrl, "CREATE SCHEMA bullmq AUTHORIZATION tms_settlement");
  const service = await serveForTest(async (log, shutdown) => {
    if (queueConfig) await prepareQueue(queueConfig, log);
    const db = openDatabase({ url: database.urlFor("settlement"), poolSize: 6 }, "test", log);
    shutdown.add("the database pool", () => db.$client.end());
    const queue = queueConfig ? openQueue(queueConfig, log, shutdown) : recorded;
    const clients = fakes.clients();
    context = {
      db,
      log,
      queue,
      ...clients,
      batched: batchedClients(clients),
      queries: batchedQueries(db),
      publisher: createPublisher(
        db,
        clientOver(EventService, createRouterTransport(events.routes)),
        log,
        shutdown,
        { expand: expandPayouts(db) },
      ),
    };
    return { services: [SettlementService], routes: routes(context), ready: async () => true };
  });
  const admin = openPool({ url: database.adminUrl, poolSize: 2 }, "test", service.log);
  const client = service.client(SettlementService);

  const makeDue = async (tournament: FakeTournament) => {
    await context.db.$client.query(
      `UPDATE settlement SET run_at = now() - interval '1 second', lease_until = NULL
       WHERE tournament_id = $1`,
      [tournament.id],
    );
  };
  const read = async ({ id: tournamentId, gameId }: FakeTournament) => {
    const response = await client.getSettlement({ tournamentId, gameId, pageSize: 1_000 });
    return { settlement: response.settlement!, payouts: response.payouts };
  };
  return Object.assign(fakes, {
    context,
    client,
    wakeups,
    events,
    admin,
    queueConfig,
    async schedule(tournament: FakeTournament, inMs = 0) {
      const response = await client.scheduleSettlement({
        requestId: newId(),
        gameId: tournament.gameId,
        tournamentId: tournament.id,
        dueTime: timestampFromDate(new Date(Date.now() + inMs)),
      });
      return response.settlement!;
    },
    async work(tournament: FakeTournament) {
      await makeDue(tournament);
      await settle(context, tournament.id);
      return (await read(tournament)).settlement;
    },
    makeDue,
    read,
    async close() {
      await service.close();
      await admin.end();
      await database.drop();
    },
  });
}

/** What runs beside the RPCs: workers, and the sweeper unless it is left out. */
export function runWorkers(
  { context, queueConfig }: SettlementUnderTest,
  options: { sweeper: boolean } = { sweeper: true },
): { stop(): Promise<void> } {
  if (!queueConfig) throw new Error("the service has no queue");
  const config = { queue: queueConfig, concurrency: 4 };
  const pool = createWorkerPool((id) => settle(context, id), config.concurrency);
  const workers = startWorkers(config, pool, context.log);
  const sweeper = options.sweeper ? startSweeper(context, pool) : undefined;
  return {
    async stop() {
      await sweeper?.stop();
      await workers.stop();
    },
  };
}
