import { testDatabase } from "@tms/kit/testing/database";
import { searchText } from "@tms/kit/testing/leaks";
import { StackError } from "@tms/stack/stack-error";
import {
  startSystem,
  type ProcessName,
  type System,
  type SystemOptions,
} from "@tms/stack/system/system";
import { makeTestCallers, type TestCallers } from "./callers.ts";
import { drawPorts, type SystemPorts } from "./ports.ts";
import { programOf } from "./programs.ts";
import { freeRedisDatabase } from "./redis-database.ts";

/** A system under test. */
export interface TestSystem extends System, SystemPorts {
  adminUrl: string;
  redisUrl: string | null;
  /** Of an internal user that may call everything. */
  token: string;
  /** Of everybody who may call anything. */
  tokens: TestCallers["tokens"];
  callersFile: string;
}

/** By default: free ports, and a database of the system's own on the run's servers. */
export interface TestSystemOptions {
  /** The database of somebody who removes it. */
  adminUrl?: string;
  /** Null for a queue that runs on Postgres. */
  redisUrl?: string | null;
  at?: SystemPorts;
  replicas?: SystemOptions["replicas"];
  /** Shared with another system, and removed by whoever made them. */
  callers?: TestCallers;
  env?: NodeJS.ProcessEnv;
  /** On top of that, what one process gets. */
  envOf?: (process: ProcessName) => NodeJS.ProcessEnv;
  /** What to run as a process; by default what the run has made of its sources. */
  fileOf?: (process: ProcessName) => string;
  /** Hears every line the processes write. */
  onLine?: (process: ProcessName, line: string) => void;
}

/** Starts every process; `stop`, or a failure, removes whatever was made for it. */
export async function startTestSystem(options: TestSystemOptions = {}): Promise<TestSystem> {
  const made = new AsyncDisposableStack();
  try {
    const system = await startOn(made, options);
    made.defer(() => system.stop());
    return { ...system, stop: () => made.disposeAsync() };
  } catch (error) {
    await made.disposeAsync();
    throw error;
  }
}

async function startOn(
  made: AsyncDisposableStack,
  options: TestSystemOptions,
): Promise<TestSystem> {
  const adminUrl = options.adminUrl ?? (await makeDatabase(made));
  const callers = options.callers ?? (await makeCallers(made));
  const redisUrl = options.redisUrl === undefined ? await freeRedisDatabase() : options.redisUrl;
  const at = options.at ?? (await drawPorts());
  const system = await startSystem({
    adminUrl,
    redisUrl,
    ...at,
    replicas: options.replicas ?? [],
    callers,
    keys: callers.keys,
    env: { LOG_LEVEL: "warn", ...options.env },
    ...(options.envOf && { envOf: options.envOf }),
    fileOf: options.fileOf ?? programOf,
    onLine: (name, line) => {
      options.onLine?.(name, line);
      searchText(`the log of ${name}`, line);
      if (process.env["TMS_TEST_LOGS"]) console.log(name, line);
    },
  }).catch(withHint);
  const { tokens, file: callersFile } = callers;
  return { ...system, ...at, adminUrl, redisUrl, token: tokens.test, tokens, callersFile };
}

/** Reports show the sentence of an error alone; the last lines of a process say why it ended. */
function withHint(error: unknown): never {
  if (error instanceof StackError) error.message += `\n${error.hint}`;
  throw error;
}

async function makeDatabase(made: AsyncDisposableStack): Promise<string> {
  const database = await testDatabase();
  made.defer(() => database.drop());
  return database.adminUrl;
}

async function makeCallers(made: AsyncDisposableStack): Promise<TestCallers> {
  const callers = await makeTestCallers();
  made.defer(() => callers.remove());
  return callers;
}
