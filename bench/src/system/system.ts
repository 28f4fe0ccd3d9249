import { freePorts } from "@tms/stack/process/ports";
import { PROCESSES, startSystem, type ProcessName, type System } from "@tms/stack/system/system";
import { makeTestCallers, type TestCallers } from "@tms/test/harness/callers.ts";
import type pg from "pg";
import { openAsAdmin } from "./database.ts";

// Connections that fill and inspect a database; they are idle while it is measured.
const FILLERS = 2;

/** A system of the product under measurement, with a database of its own. */
export interface BenchSystem extends System {
  adminUrl: string;
  redisUrl: string | null;
  /** Looks into the database as its administrator. */
  db: pg.Pool;
  gatewayPort: number;
  /** Where each process tells whether it lives. */
  liveUrls: Readonly<Record<ProcessName, string>>;
  environment: NodeJS.ProcessEnv;
  /** Of a caller that may call everything. */
  token: string;
  callers: TestCallers;
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
 * The same code with coalescing off: each join has transactions and calls of its own, as many at a
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
  // Drawn together: two draws could find the same port free.
  const drawn = await freePorts(2 * PROCESSES.length);
  const ports = byName(drawn.slice(PROCESSES.length));
  const probePorts = byName(drawn.slice(0, PROCESSES.length));
  const callers = await makeTestCallers();
  const system = await startSystem({
    adminUrl,
    redisUrl,
    ports,
    probePorts,
    callers,
    env: environment,
  });
  const db = openAsAdmin(adminUrl, FILLERS);
  return {
    ...system,
    adminUrl,
    redisUrl,
    db,
    gatewayPort: ports.gateway,
    liveUrls: liveUrls(probePorts),
    environment,
    token: callers.tokens.test,
    callers,
    async stop() {
      await db.end();
      await system.stop();
      await callers.remove();
    },
  };
}

/** The process ids of a system. */
export const pidsOf = ({ processes }: BenchSystem): Record<string, number> =>
  Object.fromEntries(PROCESSES.map((name) => [name, processes.get(name)?.pid ?? 0]));

function byName(ports: readonly number[]): Record<ProcessName, number> {
  const entries = PROCESSES.map((name, index) => [name, ports[index] ?? 0]);
  return Object.fromEntries(entries) as Record<ProcessName, number>;
}

function liveUrls(ports: Record<ProcessName, number>): Record<ProcessName, string> {
  const entries = PROCESSES.map((name) => [name, `http://127.0.0.1:${ports[name]}/livez`]);
  return Object.fromEntries(entries) as Record<ProcessName, string>;
}
