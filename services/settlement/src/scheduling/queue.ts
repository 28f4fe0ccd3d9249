import { createPostgresBackend, Queue, withBackend, Worker } from "bullmq";
import { Redis } from "ioredis";
import { isWrongRedis } from "@tms/kit/errors/redis";
import type { Shutdown } from "@tms/kit/process/shutdown";
import type { Logger } from "@tms/kit/process/log";
import { traced } from "@tms/kit/process/fault-points";
import { withTimeout } from "@tms/kit/process/timeout";
import type { QueueConfig } from "../config.ts";
import type { WorkerPool } from "./worker-pool.ts";
import { QUEUE_SCHEMA } from "./prepare-queue.ts";

/** A job that runs a settlement at a time. */
export interface Wakeup {
  tournamentId: string;
  at: Date;
}

/** The queue of wake-ups. If it loses one, the settlement is late. */
export interface WakeupQueue {
  add(wakeups: readonly Wakeup[]): Promise<void>;
}

type JobData = Pick<Wakeup, "tournamentId">;

const QUEUE = "settlement";
// A job must not fire early by the clock of Postgres.
const LATE_MS = 2;
// If Redis is unavailable, adding a job fails soon, and the sweeper starts the settlement.
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

/**
 * Adds a job for each settlement at its time. If the queue is unavailable, the sweeper starts the
 * settlements.
 */
export async function wake(
  { queue, log }: { queue: WakeupQueue; log: Logger },
  settlements: readonly { tournamentId: string; runAt: Date }[],
): Promise<void> {
  try {
    await queue.add(settlements.map(({ tournamentId, runAt: at }) => ({ tournamentId, at })));
  } catch (error) {
    log.warn(
      { err: error, settlements: settlements.length },
      "wake-ups could not be queued; the sweeper will start the settlements",
    );
  }
}

/** Starts the workers that take wake-ups from the queue. */
export function startWorkers(
  config: { queue: QueueConfig; concurrency: number },
  pool: WorkerPool,
  log: Logger,
): { stop(): Promise<void> } {
  const { queue, concurrency } = config;
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
      // Without force, a worker waits for Redis to return its jobs.
      const closing = worker.close(redis !== undefined && redis.status !== "ready");
      // Both close together: the worker takes no further job, and the pool starts no waiting job.
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
      // There is one job per settlement and time.
      jobId: `${tournamentId}-${at.getTime()}`,
      delay: Math.max(0, at.getTime() - Date.now() + LATE_MS),
      // The result is in Postgres.
      removeOnComplete: true,
      removeOnFail: true,
    },
  };
}

function openRedis(url: string, options: object): Redis {
  const redis = new Redis(url, { ...options, reconnectOnError: isWrongRedis });
  // BullMQ reports the same errors.
  redis.on("error", () => undefined);
  return redis;
}

const postgresConnection = (connectionString: string) => ({
  connectionString,
  schema: QUEUE_SCHEMA,
  max: 4,
});
