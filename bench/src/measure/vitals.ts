import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { PROCESSES } from "@tms/stack/system/system";
import type { BenchSystem } from "../system/system.ts";
import { openHandles, residentBytes } from "./memory.ts";

/** How a system is, by what is looked at. */
export type Vitals = Record<string, Record<string, number>>;

const MIB = 1_024 ** 2;
const PROBE_TIMEOUT_MS = 5_000;

/** Looks after a running system: its processes, and whatever may pile up between them. */
export function watchVitals({ db, probeUrls, processes, redisUrl }: BenchSystem) {
  const connection = redisUrl === null ? null : new Redis(redisUrl, { maxRetriesPerRequest: null });
  const queue = connection && new Queue("settlement", { connection });

  async function ofProcess(name: (typeof PROCESSES)[number]): Promise<Record<string, number>> {
    const pid = processes.get(name)?.pid ?? 0;
    return {
      MiB: residentBytes(pid) / MIB,
      handles: openHandles(pid),
      "probe ms": await probe(`${probeUrls[name]}/livez`),
    };
  }

  async function waiting(): Promise<Record<string, number>> {
    const { rows } = await db.query<{ outbox: number; joins: number }>(
      `SELECT (SELECT count(*)::int FROM tournament.outbox) AS outbox,
         (SELECT count(*)::int FROM entry.pending_join) AS joins`,
    );
    const { waiting: due = 0, active = 0 } = (await queue?.getJobCounts("waiting", "active")) ?? {};
    return {
      "jobs due": due + active,
      "messages staged": rows[0]?.outbox ?? 0,
      "joins under way": rows[0]?.joins ?? 0,
    };
  }

  return {
    async read(): Promise<Vitals> {
      const vitals: Vitals = {};
      for (const name of PROCESSES) vitals[name] = await ofProcess(name);
      return { ...vitals, waiting: await waiting() };
    },
    async close(): Promise<void> {
      await queue?.close();
      connection?.disconnect();
    },
  };
}

/** How long the answer to the simplest question takes: what is above that is the event loop's wait. */
async function probe(url: string): Promise<number> {
  const begunAt = performance.now();
  const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  await response.arrayBuffer();
  return performance.now() - begunAt;
}
