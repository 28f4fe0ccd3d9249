import { PROCESSES } from "@tms/stack/system/system";
import { startTestSystem, type TestSystem } from "@tms/test/harness/system.ts";
import type pg from "pg";
import { openAsAdmin } from "./database.ts";

// Connections that fill and inspect a database; they are idle while it is measured.
const FILLERS = 2;

/** The product, or what it is compared with, while it is measured. */
export interface BenchSystem extends TestSystem {
  /** Looks into the database as its administrator. */
  db: pg.Pool;
  environment: NodeJS.ProcessEnv;
}

/** The product as it is. */
export const PRODUCT: NodeJS.ProcessEnv = {
  LOG_LEVEL: "warn",
  // A benchmark has one key and one address: the limits are checked, but never reached.
  RATE_LIMIT_PER_MINUTE: "10000000",
  ADDRESS_RATE_LIMIT_PER_MINUTE: "10000000",
  ADDRESS_CONNECTIONS: "2500",
};

/**
 * The product without batches: each join has transactions and calls of its own, as many at a
 * time as there are, over so many connections to Postgres per service.
 */
export const naiveWith = (poolSize: number): NodeJS.ProcessEnv => ({
  ...PRODUCT,
  JOIN_BATCH_MAX: "1",
  JOIN_BATCHES_IN_FLIGHT: "1024",
  DATABASE_POOL_SIZE: String(poolSize),
});

/** Starts every process of a system. */
export async function startBenchSystem(
  adminUrl: string,
  redisUrl: string | null,
  environment: NodeJS.ProcessEnv,
): Promise<BenchSystem> {
  const system = await startTestSystem({ adminUrl, redisUrl, env: environment });
  const db = openAsAdmin(adminUrl, FILLERS);
  return {
    ...system,
    db,
    environment,
    async stop() {
      await db.end();
      await system.stop();
    },
  };
}

/** The process ids of a system. */
export const pidsOf = ({ processes }: BenchSystem): Record<string, number> =>
  Object.fromEntries(PROCESSES.map((name) => [name, processes.get(name)?.pid ?? 0]));
