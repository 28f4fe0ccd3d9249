import type { DescService } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import type { Metric } from "prom-client";
import { openCallers } from "../callers/gate.ts";
import type { Db } from "../database/handle.ts";
import { databaseReady, openDatabase } from "../database/pool.ts";
import { poolGauges } from "../metrics/backlog.ts";
import { addMetrics } from "../metrics/registry.ts";
import { connectTo } from "../rpc/client.ts";
import type { Served } from "../rpc/rpcs.ts";
import { serve, type ServiceDefinition } from "../rpc/serve.ts";
import {
  callerToken,
  readSettings,
  serviceAddress,
  serviceConfig,
  type DatabaseConfig,
  type EnvReader,
  type ServiceConfig,
} from "./config.ts";
import type { Logger } from "./log.ts";
import { runProcess } from "./process.ts";
import { createShutdown, type Shutdown } from "./shutdown.ts";

/** The services that a service calls. `url` is the name of the environment variable with the URL. */
type Calls = Readonly<Record<string, readonly [service: DescService, url: string]>>;

type ClientsOf<K extends Calls> = { [N in keyof K]: Client<K[N][0]> };

interface Parts<S, C> {
  database: DatabaseConfig;
  settings: S;
  clients: C;
  log: Logger;
  shutdown: Shutdown;
}

interface DefinedService<S, C, X> {
  name: string;
  readConfig: () => ServiceConfig & { settings: S; connect: () => C };
  createContext: (parts: Parts<S, C>) => X;
}

interface Definition<K extends Calls, S, X, E extends unknown[]> {
  name: string;
  port: number;
  calls: K;
  settings: (env: EnvReader, production: boolean) => S;
  /** Returns the fields that the context has in addition to `db`, `log` and the clients. */
  context: (parts: Parts<S, ClientsOf<K>> & { db: Db }, ...extra: E) => X;
}

export function defineService<
  const K extends Calls,
  S,
  X extends object,
  E extends unknown[] = [],
>({ name, port, calls, settings, context }: Definition<K, S, X, E>) {
  function createContext(parts: Parts<S, ClientsOf<K>>, ...extra: E) {
    const { database, clients, log, shutdown } = parts;
    const db = openDatabase(database, name, log);
    shutdown.add("the database pool", () => db.$client.end());
    return { ...clients, db, log, ...context({ ...parts, db }, ...extra) };
  }

  return {
    name,
    createContext,
    /** Reads the settings of the process. Throws a ConfigError that lists all invalid settings. */
    readConfig: (from: NodeJS.ProcessEnv = process.env) =>
      readSettings((env) => {
        const base: ServiceConfig = serviceConfig(env, port);
        const called = Object.entries(calls).map(([key, [service, variable]]) => {
          const url = serviceAddress(env, variable);
          return { key, service, url };
        });
        const token = called.length === 0 ? "" : callerToken(env);
        const own = settings(env, base.production);
        const connect = () => {
          const clients = called.map(({ key, service, url }) => [
            key,
            connectTo(service, url, token),
          ]);
          return Object.fromEntries(clients) as ClientsOf<K>;
        };
        return { ...base, settings: own, connect };
      }, from),
  };
}

export type ContextOf<D extends { createContext: (...args: never[]) => unknown }> = ReturnType<
  D["createContext"]
>;

interface Work<S, X> {
  serves: readonly Served<X>[];
  /** Runs before the background work. The process is not ready until `prepare` has finished. */
  prepare?: (settings: S, log: Logger) => Promise<void>;
  metrics: (context: X) => readonly Metric[];
  /** Starts and returns background tasks, by name. They are stopped after the last call, in reverse order. */
  background: (context: X, settings: S) => Readonly<Record<string, { stop(): Promise<void> }>>;
}

export async function runService<S, C, X extends { db: Db }>(
  { name, readConfig, createContext }: DefinedService<S, C, X>,
  { serves, prepare, metrics: metricsOf, background }: Work<S, X>,
): Promise<void> {
  await runProcess(name, readConfig, async ({ config, log, shutdown, metrics }) => {
    const { callersFile, database, settings } = config;
    const callers = await openCallers(callersFile, log, shutdown);
    const clients = config.connect();
    const context = createContext({ database, settings, clients, log, shutdown });
    addMetrics(metrics, [...poolGauges(context.db.$client), ...metricsOf(context)]);
    const tasks = createShutdown(log);
    shutdown.add("the background work", () => tasks.run());
    const isDatabaseReady = databaseReady(context.db);
    let isPrepared = false;
    const definition: ServiceDefinition = {
      services: serves.map(({ service }) => service),
      routes: (router) => serves.forEach(({ register }) => register(router, context)),
      ready: async () => isPrepared && (await isDatabaseReady()),
      callers,
      metrics,
    };
    await serve(definition, config, log, shutdown);
    await prepare?.(settings, log);
    for (const [what, running] of Object.entries(background(context, settings)))
      tasks.add(what, () => running.stop());
    isPrepared = true;
  });
}
