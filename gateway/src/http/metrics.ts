import { SECONDS } from "@tms/kit/metrics/buckets";
import type { Metrics } from "@tms/kit/metrics/registry";
import { Counter, Gauge, Histogram } from "prom-client";
import type { App } from "../app-type.ts";

/**
 * Counts and times requests, by the pattern of their route: never by a path, which holds ids and names.
 * A request whose answer never ends, such as a stream of events, is counted when its caller leaves.
 */
export function measureRequests(app: App, metrics: Metrics): void {
  const registers = [metrics];
  const handled = new Counter({
    name: "http_requests_total",
    help: "Requests, by method, route and status",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests, from the request headers to the last byte of the response",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers,
  });
  const connections = new Gauge({
    name: "http_connections",
    help: "Open client connections",
    registers,
    async collect() {
      const { promise, resolve } = Promise.withResolvers<number>();
      app.server.getConnections((_, count) => resolve(count));
      connections.set(await promise);
    },
  });
  app.addHook("onResponse", async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? "(none)" };
    handled.inc({ ...labels, status: reply.statusCode });
    seconds.observe(labels, reply.elapsedTime / 1_000);
  });
}
