import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import { freePorts } from "@tms/stack/process/ports";
import { makeTestCallers, type TestCallers } from "./callers.ts";
import { PROCESSES, startSystem, type ProcessName, type System } from "@tms/stack/system/system";

/** A system of its own for a suite, on the test run's Postgres and Redis. */
export interface TestSystem extends System {
  adminUrl: string;
  redisUrl: string | null;
  /** Of an internal user that may call everything. */
  token: string;
  /** Of everybody who may call anything. */
  tokens: TestCallers["tokens"];
  callersFile: string;
}

export interface TestSystemOptions {
  /** Keeps the queues of systems on one Redis apart. */
  redisDatabase: number;
  /** Servers of the suite's own, which it may take away, instead of those of the test run. */
  database?: Pick<TestDatabase, "adminUrl" | "drop">;
  redisUrl?: string;
  env?: NodeJS.ProcessEnv;
  /** Hears every line the processes write. */
  onLine?: (process: ProcessName, line: string) => void;
}

/** Starts every process on free ports with a database of its own; `stop`, or a failure, removes both. */
export async function startTestSystem(options: TestSystemOptions): Promise<TestSystem> {
  const database = options.database ?? (await testDatabase());
  const callers = await makeTestCallers();
  try {
    return await startOn(database, callers, options);
  } catch (error) {
    await callers.remove();
    await database.drop();
    throw error;
  }
}

async function startOn(
  database: Pick<TestDatabase, "adminUrl" | "drop">,
  callers: TestCallers,
  options: TestSystemOptions,
): Promise<TestSystem> {
  const redis = process.env["TMS_TEST_REDIS_URL"];
  const redisUrl = options.redisUrl ?? (redis ? `${redis}/${options.redisDatabase}` : null);
  // Drawn together: two draws could find the same port free.
  const ports = await freePorts(2 * PROCESSES.length);
  const system = await startSystem({
    adminUrl: database.adminUrl,
    redisUrl,
    ports: byName(ports.slice(PROCESSES.length)),
    probePorts: byName(ports.slice(0, PROCESSES.length)),
    callers,
    env: { LOG_LEVEL: "warn", ...options.env },
    onLine: (name, line) => {
      options.onLine?.(name, line);
      if (process.env["TMS_TEST_LOGS"]) console.log(name, line);
    },
  });
  return {
    ...system,
    adminUrl: database.adminUrl,
    redisUrl,
    token: callers.tokens.test,
    tokens: callers.tokens,
    callersFile: callers.file,
    async stop() {
      await system.stop();
      await callers.remove();
      await database.drop();
    },
  };
}

function byName(ports: readonly number[]): Record<ProcessName, number> {
  const entries = PROCESSES.map((name, index) => [name, ports[index] ?? 0]);
  return Object.fromEntries(entries) as Record<ProcessName, number>;
}
