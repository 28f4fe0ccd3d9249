import pg from "pg";
import { createClient, type Client } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import type { DescService } from "@bufbuild/protobuf";
import { callersOf } from "./callers/callers.ts";
import { everyRpcOf, SERVICES } from "./callers/rights.ts";
import { createCallerToken, digestCallerToken, withToken } from "./callers/token.ts";
import { createClosing, type Closing } from "./closing.ts";
import { createLogger, type Logger } from "./log.ts";
import { newId } from "./ids.ts";
import { serve, type ServiceDefinition } from "./serve.ts";
import { serviceUrl } from "./service-url.ts";

/** A database of its own for one test file, with every service's schema and roles. */
export interface TestDatabase {
  /** As the owner of everything. */
  adminUrl: string;
  /** As a service's own role. */
  urlFor(service: string): string;
  /** Removes it, ending whoever is still connected. */
  drop(): Promise<void>;
}

/** The migrated database that tests are cloned from. */
export const TEST_TEMPLATE = "tms_template";

/** Clones the migrated template; `pnpm test` says where it is. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = process.env["TMS_TEST_ADMIN_URL"];
  if (!server) throw new Error("TMS_TEST_ADMIN_URL is not set; run the tests through pnpm test");
  const name = `test_${newId().replaceAll("-", "")}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEST_TEMPLATE}`);
  const adminUrl = withDatabase(server, name);
  return {
    adminUrl,
    urlFor: (service) => serviceUrl(adminUrl, service),
    drop: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** Runs one statement as the administrator of a server. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const result = new URL(url);
  result.pathname = `/${database}`;
  return result.href;
}

/** The token of the one caller that services under test know, and who may call everything. */
export const TEST_TOKEN = createCallerToken();

/** Who may call a service under test. */
export const TEST_CALLERS = callersOf([
  { name: "test", digests: [digestCallerToken(TEST_TOKEN)], rpcs: SERVICES.map(everyRpcOf) },
]);

/** A service under test: listening on free ports, with a client per gRPC service. */
export interface TestService {
  port: number;
  probePort: number;
  url: string;
  log: Logger;
  closing: Closing;
  client<T extends DescService>(service: T): Client<T>;
  close(): Promise<void>;
}

/** What is served; the test's own caller may call it unless it names others. */
type TestDefinition = Omit<ServiceDefinition, "callers"> & Partial<ServiceDefinition>;

/** Serves a definition over real HTTP/2 on the loopback interface. */
export async function serveForTest(
  define: (log: Logger, closing: Closing) => TestDefinition | Promise<TestDefinition>,
): Promise<TestService> {
  const log = createLogger("test", process.env["LOG_LEVEL"] ?? "silent");
  const closing = createClosing(log);
  const definition = await define(log, closing);
  const config = {
    host: "127.0.0.1",
    port: 0,
    probePort: 0,
    drainLimitMs: 1_000,
    requestLimitMs: 1_000,
  };
  const { port, probePort } = await serve(
    { callers: TEST_CALLERS, ...definition },
    config,
    log,
    closing,
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
    closing,
    client: (service) => createClient(service, transport),
    close: () => closing.run(),
  };
}
