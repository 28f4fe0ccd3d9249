import { createServer, type Server } from "node:http";
import type { ReadyCheck } from "../rpc/health.ts";

/** An HTTP/1.1 server with /livez and /readyz, for orchestrators that speak no gRPC. */
export function createProbeServer(ready: ReadyCheck): Server {
  return createServer({ requestTimeout: 5_000, maxHeaderSize: 4_096 }, (request, response) => {
    const reply = (status: number, text: string) =>
      response.writeHead(status, { "content-type": "text/plain" }).end(text);
    if (request.method !== "GET") return void reply(405, "method not allowed\n");
    if (request.url === "/livez") return void reply(200, "ok\n");
    if (request.url !== "/readyz") return void reply(404, "not found\n");
    void ready().then(
      (ok) => reply(ok ? 200 : 503, ok ? "ready\n" : "not ready\n"),
      () => reply(503, "not ready\n"),
    );
  });
}
