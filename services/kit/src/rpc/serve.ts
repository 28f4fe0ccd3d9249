import type { DescService } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { Health } from "@tms/proto/grpc/health/v1/health";
import { once } from "node:events";
import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from "node:http2";
import { Server, type AddressInfo, type Socket } from "node:net";
import { singleFlight } from "../batching/shared-calls.ts";
import { callerGate, type Callers } from "../callers/gate.ts";
import { addCallMetrics, type Metrics } from "../metrics/registry.ts";
import type { ServiceConfig } from "../process/config.ts";
import type { Logger } from "../process/log.ts";
import type { Shutdown } from "../process/shutdown.ts";
import { withTimeout } from "../process/timeout.ts";
import { createDirectCalls } from "./direct-calls.ts";
import { createProbeServer, healthRoutes, type ReadyCheck } from "./health.ts";
import { serverInterceptors } from "./interceptors.ts";
import { discardUnread, dropEndlessTimeout, limitRequest, valuesOnArrival } from "./limits.ts";
import { reflectionRoutes } from "./reflection.ts";
import { useCertificate } from "./tls.ts";
import { MAX_MESSAGE_BYTES } from "./transport.ts";

export interface ServiceDefinition {
  services: readonly DescService[];
  routes: (router: ConnectRouter) => void;
  ready: ReadyCheck;
  /** The permitted callers. Any process can call health and reflection. */
  callers: Callers;
  metrics: Metrics;
}

const DRAIN_LIMIT_MS = 10_000;
// The last part of the drain, in which calls still in progress get an error with the reason.
const LAST_WORDS_MS = 500;
const HANDSHAKE_LIMIT_MS = 10_000;
const READY_LIMIT_MS = 2_000;
const MAX_STREAMS_PER_SESSION = 1_000;
// Enough for 300 gateways: each has up to three clients of a service, and a client has one connection.
const MAX_CONNECTIONS = 1_000;
// Equal to MAX_CALL_MS.
const REQUEST_LIMIT_MS = 30_000;

/**
 * Serves calls on an HTTP/2 port, with TLS if there is a TLS folder, and probes on another port. Returns both
 * ports. At shutdown, readiness fails, sessions accept no new stream, and open calls have ten seconds to end.
 */
export async function serve(
  definition: ServiceDefinition,
  config: Pick<ServiceConfig, "host" | "port" | "probePort"> & {
    tlsFolder?: string;
    drainLimitMs?: number;
    requestLimitMs?: number;
  },
  log: Logger,
  shutdown: Shutdown,
): Promise<{ port: number; probePort: number }> {
  const draining = new AbortController();
  const overdue = new AbortController();
  // Simultaneous probes share one query.
  const checking = singleFlight<boolean>();
  const check = () => withTimeout(definition.ready(), READY_LIMIT_MS, () => false);
  const ready: ReadyCheck = async () =>
    !draining.signal.aborted && (await checking("ready", check));
  const answer = createAnswer(definition, log, ready, draining.signal, overdue.signal);
  const options = {
    settings: { maxConcurrentStreams: MAX_STREAMS_PER_SESSION },
    maxSessionMemory: 64,
  };
  const handle = (request: Http2ServerRequest, response: Http2ServerResponse) => {
    dropEndlessTimeout(request.headers);
    limitRequest(request, config.requestLimitMs ?? REQUEST_LIMIT_MS);
    discardUnread(request);
    answer(request, response);
  };
  const secureServer = async (folder: string) => {
    const limited = { ...options, handshakeTimeout: HANDSHAKE_LIMIT_MS };
    const secured = createSecureServer(limited, handle);
    await useCertificate(secured, folder, log, shutdown);
    return secured;
  };
  const server = config.tlsFolder
    ? await secureServer(config.tlsFolder)
    : createServer(options, handle);
  server.maxConnections = MAX_CONNECTIONS;
  const drain = trackSessions(server);
  await listen(server, config.port, config.host);
  shutdown.add("the gRPC server", async () => {
    const limitMs = config.drainLimitMs ?? DRAIN_LIMIT_MS;
    const timer = setTimeout(() => overdue.abort(stopping()), limitMs - LAST_WORDS_MS);
    await drain(limitMs);
    clearTimeout(timer);
  });

  const probes = createProbeServer(ready, definition.metrics);
  await listen(probes, config.probePort, config.host);
  shutdown.add("the probe server", () => {
    // Fails readiness, so that no new traffic arrives while calls finish.
    draining.abort(stopping());
    probes.close();
    probes.closeAllConnections();
  });
  const ports = { port: portOf(server), probePort: portOf(probes) };
  log.info({ host: config.host, ...ports }, "listening");
  return ports;
}

/** Creates the request handler. A shutdown aborts `draining`, and `overdue` just before it cuts off calls. */
function createAnswer(
  { services, routes, callers, metrics }: ServiceDefinition,
  log: Logger,
  ready: ReadyCheck,
  draining: AbortSignal,
  overdue: AbortSignal,
): (request: Http2ServerRequest, response: Http2ServerResponse) => void {
  const interceptors = serverInterceptors(log, addCallMetrics(metrics, services));
  const gate = callerGate(callers, log);
  const answerDirectly = createDirectCalls(routes, { interceptors, gate, overdue });
  const answerAny = connectNodeAdapter({
    routes(router) {
      routes(router);
      reflectionRoutes(router, [...services, Health]);
      const names = services.map(({ typeName }) => typeName);
      healthRoutes(router, names, ready, draining);
    },
    interceptors,
    requestGate: gate,
    contextValues: valuesOnArrival,
    shutdownSignal: overdue,
    readMaxBytes: MAX_MESSAGE_BYTES,
    writeMaxBytes: MAX_MESSAGE_BYTES,
  });
  return (request, response) => {
    if (!answerDirectly(request)) answerAny(request, response);
  };
}

const stopping = () => new ConnectError("the service is shutting down", Code.Unavailable);

/** Returns a function that closes the server when its calls have finished, at the latest after `limitMs`. */
function trackSessions(
  server: Http2Server | Http2SecureServer,
): (limitMs: number) => Promise<void> {
  let isDraining = false;
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
    // A connection that was accepted before the drain can complete its handshake during the drain.
    if (isDraining) session.close();
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return async (limitMs) => {
    isDraining = true;
    // A session closes only when its peer does, which may never happen. A socket can be destroyed.
    const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), limitMs);
    // The HTTP/2 server's own close() would cut idle sessions before their clients receive GOAWAY.
    const closed = new Promise((resolve) => Server.prototype.close.call(server, resolve));
    // GOAWAY names the last call that is still processed. The client repeats later calls elsewhere.
    sessions.forEach((session) => session.close());
    await closed;
    clearTimeout(timer);
  };
}

async function listen(
  server: { listen(port: number, host: string): unknown } & NodeJS.EventEmitter,
  port: number,
  host: string,
): Promise<void> {
  server.listen(port, host);
  await once(server, "listening");
}

const portOf = (server: { address(): AddressInfo | string | null }): number => {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};
