import { parse } from "node:querystring";
import type { Logger } from "@tms/kit/process/log";
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { GatewayConfig } from "../config.ts";
import { clientErrorHandler } from "./client-errors.ts";
import { sendProblem } from "../problems/answer.ts";
import { requestIdFor } from "./request-id.ts";

/** Largest body of an ordinary operation; those that name many gamers set their own. */
const BODY_LIMIT_BYTES = 64 * 1024;
const HEADER_LIMIT_BYTES = 16 * 1024;
/** Counted decoded; a handle may be spelled with 256 characters. */
const PARAM_LIMIT = 1_024;

/** More than any operation knows: of so many one is unknown or twice there, which is refused. */
const QUERY_LIMIT = 32;

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
// How late the two above may take effect: Node looks at all connections this often.
const CHECK_MS = 1_000;
// More than a request and its answer may take; what stands still longer is nobody's.
const STALLED_MS = 30_000;
// Longer than the idle timeout of the usual load balancers, so that they are first to hang up.
const KEEP_ALIVE_MS = 72_000;

/** How the HTTP server behaves before any route is reached. */
export const serverOptions = (
  { publicUrl, trustedProxies }: Pick<GatewayConfig, "publicUrl" | "trustedProxies">,
  log: Logger,
) => ({
  loggerInstance: log as FastifyBaseLogger,
  // One line of our own per request; every other line of a request carries its id.
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
    // Refused with a problem document in plugins/http-conformance.ts.
    requireHostHeader: false,
  },
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionTimeout: STALLED_MS,
  // While draining, what still arrives on open connections is served, and told to reconnect.
  return503OnClosing: false,
  clientErrorHandler: clientErrorHandler(publicUrl),
  frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    void sendProblem(error, request, reply, publicUrl);
  },
});
