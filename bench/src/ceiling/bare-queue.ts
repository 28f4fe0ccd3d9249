import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";

const QUEUE = "bare";
const CONCURRENCY = 8;

/**
 * How late a BullMQ worker that does nothing takes jobs that are due, in milliseconds: what
 * punctuality costs before any settling.
 */
export async function bareLateness(redisUrl: string, dueAt: readonly Date[]): Promise<number[]> {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const workerConnection = connection.duplicate();
  const queue = new Queue<{ dueMs: number }>(QUEUE, { connection });
  const lateness: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const worker = new Worker<{ dueMs: number }>(
    QUEUE,
    async ({ data }) => {
      lateness.push(Date.now() - data.dueMs);
      if (lateness.length === dueAt.length) resolve();
    },
    { connection: workerConnection, concurrency: CONCURRENCY },
  );
  try {
    await worker.waitUntilReady();
    await queue.addBulk(
      dueAt.map((at) => ({
        name: "due",
        data: { dueMs: at.getTime() },
        opts: { delay: Math.max(0, at.getTime() - Date.now()), removeOnComplete: true },
      })),
    );
    await promise;
    return lateness;
  } finally {
    await worker.close();
    await queue.close();
    workerConnection.disconnect();
    connection.disconnect();
  }
}
