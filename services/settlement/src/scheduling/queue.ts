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

/** A settlement to look at, at a moment. */
export interface Wakeup {
  tournamentId: string;
  at: Date;
}

/** Wakes a worker at a moment. Losing a wake-up costs time, not money. */
export interface WakeupQueue {
  add(wakeups: readonly Wakeup[]): Promise<void>;
}

/** The data of a wake-up job. */
interface JobData {
  tournamentId: string;
}

const QUEUE = "settlement";
// A job fires a little late rather than a little early by the database's clock.
const LATE_MS = 2;
// A producer that cannot reach Redis fails soon; the sweeper makes up for it.
const PRODUCER = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  connectTimeout: 2_000,
  commandTimeout: 2_000,
};
// BullMQ would wait for ever for a Redis that was away from the start.
const READY_LIMIT_MS = 1_000;
// BullMQ demands that a worker's connection waits for Redis for ever.
const WORKER = { maxRetriesPerRequest: null };

/** Opens the queue on its backend. */
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
      await traced("settlement.enqueue", () => queue.addBulk(wakeups.map(jobOf)));
    },
  };
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
      // While Redis is away only force ends a worker: it would wait to hand back what it holds.
      const closing = worker.close(redis !== undefined && redis.status !== "ready");
      // Together: the worker takes no further job, and those of its jobs that still wait are not begun.
      await Promise.all([closing, pool.close()]);
      redis?.disconnect();
    },
  };
}

function jobOf({ tournamentId, at }: Wakeup) {
  return {
    name: "settle",
    data: { tournamentId },
    opts: {
      // One job per settlement and moment: asking twice is asking once.
      jobId: `${tournamentId}-${at.getTime()}`,
      delay: Math.max(0, at.getTime() - Date.now() + LATE_MS),
      // A finished job leaves nothing behind; what happened stands in Postgres.
      removeOnComplete: true,
      removeOnFail: true,
    },
  };
}

function openRedis(url: string, options: object): Redis {
  const redis = new Redis(url, { ...options, reconnectOnError: isWrongRedis });
  // BullMQ reports the same errors on its own objects.
  redis.on("error", () => undefined);
  return redis;
}

const postgresConnection = (connectionString: string) => ({
  connectionString,
  schema: QUEUE_SCHEMA,
  max: 4,
});
