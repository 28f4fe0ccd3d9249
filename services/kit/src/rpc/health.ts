import { createServer, type Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from "@tms/proto/grpc/health/v1/health";
import { tellMetrics, type Metrics } from "../metrics/registry.ts";

export type ReadyCheck = () => Promise<boolean>;

/** Serves grpc.health.v1 for the server ("") and its services. Watches end when the server begins to stop. */
export function healthRoutes(
  router: ConnectRouter,
  services: readonly string[],
  ready: ReadyCheck,
  stopping: AbortSignal,
) {
  async function statusOf(service: string): Promise<Status> {
    if (service !== "" && !services.includes(service)) return Status.SERVICE_UNKNOWN;
    const serving = await ready().catch(() => false);
    return serving ? Status.SERVING : Status.NOT_SERVING;
  }
  router.service(Health, {
    async check(request) {
      const status = await statusOf(request.service);
      if (status !== Status.SERVICE_UNKNOWN) return { status };
      throw new ConnectError("unknown service", Code.NotFound);
    },
    async *watch(request, context) {
      // The protocol requires that the status is sent again only when it changes.
      let last: Status | undefined;
      const signal = AbortSignal.any([context.signal, stopping]);
      while (!signal.aborted) {
        const status = await statusOf(request.service);
        if (status !== last) yield { status };
        last = status;
        await delay(WATCH_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  });
}

const WATCH_EVERY_MS = 1_000;

/** Creates the server of /livez and /readyz for orchestrators, and of /metrics for Prometheus. */
export function createProbeServer(ready: ReadyCheck, metrics: Metrics): Server {
  const readiness = () => ready().catch(() => false);
  return createServer({ requestTimeout: 5_000, maxHeaderSize: 4_096 }, (request, response) => {
    const reply = (status: number, text: string, type = "text/plain") =>
      response.writeHead(status, { "content-type": type }).end(text);
    if (request.method !== "GET") return void reply(405, "method not allowed\n");
    switch (request.url) {
      case "/livez":
        return void reply(200, "ok\n");
      case "/readyz":
        return void readiness().then((ok) => reply(ok ? 200 : 503, ok ? "ready\n" : "not ready\n"));
      case "/metrics":
        return void tellMetrics(metrics).then(
          (text) => reply(200, text, metrics.contentType),
          () => reply(500, "the metrics could not be collected\n"),
        );
      default:
        return void reply(404, "not found\n");
    }
  });
}
