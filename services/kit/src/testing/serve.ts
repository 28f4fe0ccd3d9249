import { createClient, type Client } from "@connectrpc/connect";
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

/** The token of a caller that can call every RPC of a service under test. */
export const TEST_TOKEN = createCallerToken();

const TESTER = { name: "test", mayCall: () => true };

/** The callers of a service under test. */
export const TEST_CALLERS: Callers = {
  identify: (token) => (token === TEST_TOKEN ? TESTER : undefined),
};

/** Creates a separate registry for the metrics of a service under test. */
export const testMetrics = (): Metrics => new Registry();

/** A service under test. It listens on free ports. `client` creates a client of one of its gRPC services. */
export interface TestService {
  port: number;
  probePort: number;
  url: string;
  log: Logger;
  shutdown: Shutdown;
  client<T extends DescService>(service: T): Client<T>;
  close(): Promise<void>;
}

/** The definition of a server under test. The default callers are TEST_CALLERS. */
type TestDefinition = Omit<ServiceDefinition, "callers" | "metrics"> &
  Partial<ServiceDefinition> & { tlsFolder?: string };

/** Serves a definition over real HTTP/2 on the loopback interface. */
export async function serveForTest(
  define: (log: Logger, shutdown: Shutdown) => TestDefinition | Promise<TestDefinition>,
  log: Logger = testLog("a service under test"),
): Promise<TestService> {
  const shutdown = createShutdown(log);
  const definition = await define(log, shutdown);
  const config = {
    host: "127.0.0.1",
    port: 0,
    probePort: 0,
    ...(definition.tlsFolder !== undefined && { tlsFolder: definition.tlsFolder }),
    drainLimitMs: 1_000,
    requestLimitMs: 1_000,
  };
  const { port, probePort } = await serve(
    { callers: TEST_CALLERS, metrics: testMetrics(), ...definition },
    config,
    log,
    shutdown,
  );
  const url = `http://127.0.0.1:${port}`;
  const transport = createConnectTransport({
    httpVersion: "2",
    baseUrl: url,
    interceptors: [withToken(TEST_TOKEN)],
  });
  return {
    port,
    probePort,
    url,
    log,
    shutdown,
    client: (service) => createClient(service, transport),
    close: () => shutdown.run(),
  };
}
