import type { DescService } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { openCallers } from "../callers/open.ts";
import type { Metric } from "prom-client";
import type { Db } from "../database/handle.ts";
import { databaseReady } from "../database/ready.ts";
import { poolGauges } from "../metrics/pool.ts";
import { addMetrics } from "../metrics/registry.ts";
import { serve } from "../rpc/serve.ts";
import type { ServiceConfig } from "./config.ts";
import type { Logger } from "./log.ts";
import { runProcess } from "./process.ts";
import type { Shutdown } from "./shutdown.ts";

/** The parts of a gRPC service. */
export interface ServiceParts<C extends ServiceConfig, X extends { db: Db }> {
  name: string;
  services: readonly DescService[];
  readConfig: () => C;
  createContext: (config: C, log: Logger, shutdown: Shutdown) => X | Promise<X>;
  routes: (context: X) => (router: ConnectRouter) => void;
  /** What it tells of itself besides calls, writes and connections. */
  metrics?: (context: X) => readonly Metric[];
  /** Starts background work, by name; it is stopped after the last call. */
  background: (context: X, config: C) => Readonly<Record<string, { stop(): Promise<void> }>>;
}

/** Runs the process of a gRPC service until a signal stops it. */
export async function runService<C extends ServiceConfig, X extends { db: Db }>(
  parts: ServiceParts<C, X>,
): Promise<void> {
  await runProcess(parts.name, parts.readConfig, async ({ config, log, shutdown, metrics }) => {
    const callers = await openCallers(config.callersFile, log, shutdown);
    const context = await parts.createContext(config, log, shutdown);
    addMetrics(metrics, poolGauges(context.db.$client));
    addMetrics(metrics, parts.metrics?.(context) ?? []);
    for (const [what, running] of Object.entries(parts.background(context, config)))
      shutdown.add(what, () => running.stop());
    const definition = {
      services: parts.services,
      routes: parts.routes(context),
      ready: databaseReady(context.db),
      callers,
      metrics,
    };
    await serve(definition, config, log, shutdown);
  });
}
