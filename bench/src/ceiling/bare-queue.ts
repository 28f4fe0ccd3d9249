import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { until } from "@tms/stack/until";

const QUEUE = "bare";
const CONCURRENCY = 8;
// Lateness is what is measured: only a job that never comes is an error.
const TAKEN_WITHIN_MS = 60_000;

/**
 * How late a BullMQ worker that does nothing takes jobs that are due, in milliseconds: what
 * punctuality costs before any settling.
 */
export async function bareLateness(redisUrl: string, dueAt: readonly Date[]): Promise<number[]> {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const workerConnection = connection.duplicate();
  const queue = new Queue<{ dueMs: number }>(QUEUE, { connection });
  const lateness: number[] = [];
  const failures: Error[] = [];
  const worker = new Worker<{ dueMs: number }>(
    QUEUE,
    async ({ data }) => {
      lateness.push(Date.now() - data.dueMs);
    },
    { connection: workerConnection, concurrency: CONCURRENCY },
  );
  queue.on("error", (error) => failures.push(error));
  worker.on("error", (error) => failures.push(error));
  try {
    await worker.waitUntilReady();
    await queue.addBulk(
      dueAt.map((at) => ({
        name: "due",
        data: { dueMs: at.getTime() },
        opts: { delay: Math.max(0, at.getTime() - Date.now()), removeOnComplete: true },
      })),
    );
    const lastMs = Math.max(...dueAt.map((at) => at.getTime()));
    return await until(
      () => {
        if (failures[0] !== undefined) throw failures[0];
        return lateness.length === dueAt.length ? lateness : null;
      },
      { timeoutMs: lastMs - Date.now() + TAKEN_WITHIN_MS, what: "The end of all bare jobs" },
    );
  } finally {
    await worker.close();
    await queue.close();
    workerConnection.disconnect();
    connection.disconnect();
  }
}
