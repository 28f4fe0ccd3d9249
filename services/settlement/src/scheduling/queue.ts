import { singleFlight } from "@tms/kit/batching/shared-calls";
import { openDatabase } from "@tms/kit/database/pool";
import { isWrongRedis } from "@tms/kit/errors/transient";
import { ConfigError, type EnvReader } from "@tms/kit/process/config";
import { traced } from "@tms/kit/process/fault-points";
import type { Logger } from "@tms/kit/process/log";
import { warnRarely } from "@tms/kit/process/rarely";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { withTimeout } from "@tms/kit/process/timeout";
import { createPostgresBackend, Queue, runMigrations, withBackend, Worker } from "bullmq";
import { Redis } from "ioredis";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import PQueue from "p-queue";

/** The backend of the queue. Production requires Redis. */
export type QueueConfig =
  | { backend: "redis"; url: string; production: boolean }
  | { backend: "postgres"; url: string };

export const readSettings = (env: EnvReader, production: boolean) => ({
  queue: readQueue(env, production),
  concurrency: env.integer("SETTLEMENT_CONCURRENCY", 256, 1, 1_024),
});

function readQueue(env: EnvReader, production: boolean): QueueConfig {
  const redis = env.optionalUrl("REDIS_URL", ["redis:", "rediss:"]);
  if (redis !== undefined) return { backend: "redis", url: redis, production };
  const postgres = env.optionalUrl("QUEUE_DATABASE_URL", ["postgres:", "postgresql:"]);
  if (production || postgres === undefined)
    env.fault("REDIS_URL", production ? "is missing; production requires Redis" : "is missing");
  return { backend: "postgres", url: postgres ?? "" };
}

export interface Wakeup {
  tournamentId: string;
  at: Date;
}

/** A queue that starts settlements on time. If a wake-up is lost, the sweeper starts the settlement. */
export interface WakeupQueue {
  add(wakeups: readonly Wakeup[]): Promise<void>;
}

type JobData = Pick<Wakeup, "tournamentId">;

const QUEUE = "settlement";
// Added to the delay, because the clock of Postgres can be behind, and a job that runs early does nothing.
const LATE_MS = 2;
// If Redis is unavailable, adding a job fails soon, so that the sweeper starts the settlement.
const PRODUCER = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  connectTimeout: 2_000,
  commandTimeout: 2_000,
};
// Without a limit, BullMQ waits forever for a Redis that was unavailable at the start.
const READY_LIMIT_MS = 1_000;
// BullMQ requires that the connection of a worker waits for Redis without a limit.
const WORKER = { maxRetriesPerRequest: null };

export function openQueue(config: QueueConfig, log: Logger, shutdown: Shutdown): WakeupQueue {
  const redis = config.backend === "redis" ? openRedis(config.url, PRODUCER) : undefined;
  const queue = redis
    ? new Queue<JobData>(QUEUE, { connection: redis })
    : new (withBackend(createPostgresBackend).Queue)<JobData>(QUEUE, {
        connection: postgresConnection(config.url),
      });
  queue.on("error", (error: Error) => log.warn({ err: error }, "the queue is unreachable"));
  shutdown.add("the queue", async () => {
    await queue.close();
    redis?.disconnect();
  });
  return {
    async add(wakeups) {
      if (wakeups.length === 0) return;
      await withTimeout<unknown>(queue.waitUntilReady(), READY_LIMIT_MS, () => {
        throw new Error("the queue does not respond");
      });
      await traced("settlement.enqueue", () => queue.addBulk(wakeups.map(toJob)));
    },
  };
}

/** Queues settlements. Does not throw, because the sweeper starts settlements that cannot be queued. */
export async function wake(
  { queue, log }: { queue: WakeupQueue; log: Logger },
  settlements: readonly { tournamentId: string; runAt: Date }[],
) {
  try {
    await queue.add(settlements.map(({ tournamentId, runAt: at }) => ({ tournamentId, at })));
  } catch (error) {
    log.warn(
      { err: error, settlements: settlements.length },
      "wake-ups could not be queued; the sweeper will start the settlements",
    );
  }
}

export type WorkerPool = ReturnType<typeof createWorkerPool>;

/** Creates a pool for `size` concurrent settlements. The callers limit how many settlements wait. */
export function createWorkerPool(work: (tournamentId: string) => Promise<void>, size: number) {
  const queue = new PQueue({ concurrency: size });
  const once = singleFlight<void>();
  let isClosing = false;
  return {
    /** Runs a settlement. Calls for a settlement that already waits or runs share its result. */
    run: (tournamentId: string) =>
      once(tournamentId, () =>
        queue.add(
          // Without `bind`, the work would run in the trace of the settlement that ended before.
          AsyncLocalStorage.bind(async () => {
            if (!isClosing) await work(tournamentId);
          }),
        ),
      ),
    /** Waits until all running settlements have ended. Waiting settlements do not start. */
    async close() {
      isClosing = true;
      await queue.onIdle();
    },
  };
}

export function startWorkers(
  { queue, concurrency }: { queue: QueueConfig; concurrency: number },
  pool: WorkerPool,
  log: Logger,
) {
  const process = ({ data }: { data: JobData }) => pool.run(data.tournamentId);
  const redis = queue.backend === "redis" ? openRedis(queue.url, WORKER) : undefined;
  const worker = redis
    ? new Worker<JobData, void>(QUEUE, process, { connection: redis, concurrency })
    : new (withBackend(createPostgresBackend).Worker)<JobData, void>(QUEUE, process, {
        connection: postgresConnection(queue.url),
        concurrency,
      });
  worker.on("error", (error: Error) => log.warn({ err: error }, "the queue is unreachable"));
  return {
    async stop() {
      // Forces the close if Redis is not ready, because the worker would otherwise wait for Redis.
      const closing = worker.close(redis !== undefined && redis.status !== "ready");
      // Both close together, so that the worker takes no further job and the pool starts no waiting job.
      await Promise.all([closing, pool.close()]);
      redis?.disconnect();
    },
  };
}

function toJob({ tournamentId, at }: Wakeup) {
  return {
    name: "settle",
    data: { tournamentId },
    opts: {
      // The id makes BullMQ keep only one job per settlement and time.
      jobId: `${tournamentId}-${at.getTime()}`,
      delay: Math.max(0, at.getTime() - Date.now() + LATE_MS),
      // Finished jobs are removed, because the result of a settlement is in Postgres.
      removeOnComplete: true,
      removeOnFail: true,
    },
  };
}

function openRedis(url: string, options: object) {
  const redis = new Redis(url, { ...options, reconnectOnError: isWrongRedis });
  // Errors are ignored here, because BullMQ reports the same errors.
  redis.on("error", () => undefined);
  return redis;
}

export const QUEUE_SCHEMA = "bullmq";

const postgresConnection = (connectionString: string) => ({
  connectionString,
  schema: QUEUE_SCHEMA,
  max: 4,
});

const LIMIT_MS = 5_000;
const PAUSE_MS = 1_000;

/** Migrates a Postgres queue. In production, waits for Redis. Throws ConfigError if Redis may delete jobs. */
export async function prepareQueue(config: QueueConfig, log: Logger) {
  if (config.backend === "postgres") return await migrateQueue(config.url, log);
  if (!config.production) return;
  const policy = await waitForPolicy(config.url, log);
  if (policy !== "noeviction")
    throw new ConfigError(
      `Redis at REDIS_URL has maxmemory-policy=${policy}. Set it to noeviction, so that Redis never deletes jobs.`,
    );
}

async function waitForPolicy(url: string, log: Logger) {
  const warn = warnRarely(log, "Redis does not respond; this process is not ready until it does");
  for (;;) {
    try {
      return await readPolicy(url);
    } catch (error) {
      warn(error);
      await delay(PAUSE_MS);
    }
  }
}

async function readPolicy(url: string) {
  // The limits also end the wait for a Redis that accepts connections but does not respond.
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    connectTimeout: LIMIT_MS,
    commandTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
  });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    // Uses INFO, because hosted Redis often forbids CONFIG.
    return /^maxmemory_policy:(\S+)/m.exec(await redis.info("memory"))?.[1];
  } finally {
    redis.disconnect();
  }
}

/** Runs BullMQ's migrations without CREATE SCHEMA, which needs a privilege on the whole database. */
async function migrateQueue(url: string, log: Logger) {
  const db = openDatabase({ url, poolSize: 1 }, "settlement", log);
  const session = await db.$client.connect();
  try {
    const query = (text: string, values: readonly unknown[] = []) =>
      session.query(text.startsWith("CREATE SCHEMA") ? "SELECT" : text, [...values]);
    await runMigrations({ query }, QUEUE_SCHEMA);
  } finally {
    session.release();
    await db.$client.end();
  }
}
