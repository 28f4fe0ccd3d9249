import { createServer, type Server } from "node:http";
import { tellMetrics, type Metrics } from "../metrics/registry.ts";
import type { ReadyCheck } from "../rpc/health.ts";

const TEXT = "text/plain";

/**
 * Creates the server of /livez and /readyz for orchestrators without gRPC, and of /metrics for Prometheus.
 */
export function createProbeServer(ready: ReadyCheck, metrics: Metrics): Server {
  const readiness = () => ready().catch(() => false);
  return createServer({ requestTimeout: 5_000, maxHeaderSize: 4_096 }, (request, response) => {
    const reply = (status: number, text: string, type = TEXT) =>
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
