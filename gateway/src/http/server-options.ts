import { parse } from "node:querystring";
import type { Logger } from "@tms/kit/process/log";
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { GatewayConfig } from "../config.ts";
import { sendProblem } from "../problems/answer.ts";
import { clientErrorHandler } from "./conformance.ts";
import { defaultHeaders, requestIdFor } from "./headers.ts";

/** The largest body of an operation without a limit of its own. */
const BODY_LIMIT_BYTES = 64 * 1024;
const HEADER_LIMIT_BYTES = 16 * 1024;
/** The largest parameter in a path, in decoded characters. A handle may have 256 characters. */
const PARAM_LIMIT = 1_024;

/** The number of query parameters that are read. No operation has as many, so validation refuses more. */
const QUERY_LIMIT = 32;

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
// The interval at which Node checks the two timeouts above. A request may exceed them by this interval.
const CHECK_MS = 1_000;
// The time without traffic after which a connection is closed. A request and its response take less.
const STALLED_MS = 30_000;
// Longer than the idle timeout of common load balancers, so that load balancers close idle connections first.
const KEEP_ALIVE_MS = 72_000;

export const serverOptions = (
  { publicUrl, trustedProxies }: Pick<GatewayConfig, "publicUrl" | "trustedProxies">,
  log: Logger,
) => ({
  loggerInstance: log as FastifyBaseLogger,
  // observe.ts logs one line per request. All other lines of a request have its id.
  logController: new LogController({
    disableRequestLogging: true,
    requestIdLogLabel: "requestId",
  }),
  requestIdHeader: false as const,
  genReqId: requestIdFor,
  bodyLimit: BODY_LIMIT_BYTES,
  routerOptions: {
    maxParamLength: PARAM_LIMIT,
    querystringParser: (text: string) => parse(text, "&", "=", { maxKeys: QUERY_LIMIT }),
  },
  trustProxy: (_address: string, hop: number) => hop < trustedProxies,
  http: {
    maxHeaderSize: HEADER_LIMIT_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_MS,
    // conformance.ts refuses a missing Host header with a problem document.
    requireHostHeader: false,
  },
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionTimeout: STALLED_MS,
  // While draining, requests on open connections are served, and their callers are asked to reconnect.
  return503OnClosing: false,
  clientErrorHandler: clientErrorHandler(publicUrl),
  // Fastify runs no hooks for a malformed path.
  frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    defaultHeaders(publicUrl)(request, reply);
    void sendProblem(error, request, reply, publicUrl);
  },
});
