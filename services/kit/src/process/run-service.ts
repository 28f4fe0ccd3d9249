import type { Metric } from "prom-client";
import { openCallers } from "../callers/open.ts";
import type { Db } from "../database/handle.ts";
import { databaseReady } from "../database/pool.ts";
import { poolGauges } from "../metrics/backlog.ts";
import { addMetrics } from "../metrics/registry.ts";
import type { Served } from "../rpc/rpcs.ts";
import { serve, type ServiceDefinition } from "../rpc/serve.ts";
import type { DefinedService } from "./define-service.ts";
import type { Logger } from "./log.ts";
import { runProcess } from "./process.ts";
import { createShutdown } from "./shutdown.ts";

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
