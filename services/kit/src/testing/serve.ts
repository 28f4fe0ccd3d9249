import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import type { DescService } from "@bufbuild/protobuf";
import { Registry } from "prom-client";
import type { Callers } from "../callers/gate.ts";
import { createCallerToken, withToken } from "../callers/token.ts";
import type { Metrics } from "../metrics/registry.ts";
import { createShutdown, type Shutdown } from "../process/shutdown.ts";
import type { Logger } from "../process/log.ts";
import { serve, type ServiceDefinition } from "../rpc/serve.ts";
import { testLog } from "./log.ts";

export const TEST_TOKEN = createCallerToken();

const TESTER = { name: "test", mayCall: () => true };

export const TEST_CALLERS: Callers = {
  identify: (token) => (token === TEST_TOKEN ? TESTER : undefined),
};

export const testMetrics = (): Metrics => new Registry();

export type TestService = Awaited<ReturnType<typeof serveForTest>>;

type TestDefinition = Omit<ServiceDefinition, "callers" | "metrics"> &
  Partial<ServiceDefinition> & { tlsFolder?: string };

/** Serves a definition over real HTTP/2 on free ports of the loopback interface. */
export async function serveForTest(
  define: (log: Logger, shutdown: Shutdown) => TestDefinition | Promise<TestDefinition>,
  log: Logger = testLog("a service under test"),
) {
  const shutdown = createShutdown(log);
  const definition = await define(log, shutdown);
  const limits = { drainLimitMs: 1_000, requestLimitMs: 1_000 };
  const { tlsFolder = "" } = definition;
  const { port, probePort } = await serve(
    { callers: TEST_CALLERS, metrics: testMetrics(), ...definition },
    { host: "127.0.0.1", port: 0, probePort: 0, tlsFolder, ...limits },
    log,
    shutdown,
  );
  const url = `http://127.0.0.1:${port}`;
  const interceptors = [withToken(TEST_TOKEN)];
  const transport = createConnectTransport({ httpVersion: "2", baseUrl: url, interceptors });
  return {
    port,
    probePort,
    url,
    log,
    shutdown,
    client: <T extends DescService>(service: T) => createClient(service, transport),
    close: () => shutdown.run(),
  };
}
