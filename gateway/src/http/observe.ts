import { SECONDS, type Metrics } from "@tms/kit/metrics/registry";
import { Counter, Gauge, Histogram } from "prom-client";
import type { App } from "../app-type.ts";
import { findCaller, findPrincipal } from "../auth/principal.ts";

/** Logs one line per request, without headers and bodies. */
export function accessLog(app: App): void {
  app.addHook("onResponse", async (request, reply) => {
    const game = findPrincipal(request)?.game.id;
    const actor = findCaller(request)?.actor;
    const line = {
      method: request.method,
      // The path is not logged: it may contain a handle, which may be the name of a person.
      route: request.routeOptions.url ?? "(none)",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(game !== undefined && { game }),
      ...(actor && { actor }),
    };
    if (reply.statusCode >= 400) request.log.info(line, "request answered with an error");
    else request.log.debug(line, "request answered");
  });
}

/**
 * Counts and times requests by the pattern of their route. Paths are not used, because they contain ids and
 * names. A request with an endless response, such as a stream of events, is counted when its caller leaves.
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
