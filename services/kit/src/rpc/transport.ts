import { Code, ConnectError, type Interceptor, type Transport } from "@connectrpc/connect";
import { createNodeHttpClient } from "@connectrpc/connect-node";
import type { UniversalClientFn } from "@connectrpc/connect/protocol";
import { createTransport } from "@connectrpc/connect/protocol-connect";
import { Balancer, type BalancerOptions } from "./balancer.ts";
import { mapFailure } from "./streams.ts";

// The servers have the same limit.
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

export interface TransportOptions {
  /** One URL, or several separated by commas. */
  url: string;
  defaultTimeoutMs: number;
  interceptors: Interceptor[];
  balancer?: BalancerOptions | undefined;
}

/**
 * Creates a transport that speaks the Connect protocol on an HTTP/2 connection to each replica. A lost or
 * closed connection is replaced. Every failure of a connection is UNAVAILABLE to its calls. {@link wasNotProcessed} reports
 * whether the server had begun to process a call.
 */
export function createClientTransport(options: TransportOptions): Transport {
  const urls = options.url.split(",");
  const balancer = new Balancer(urls, options.balancer);
  return createTransport({
    baseUrl: urls[0] ?? "",
    httpClient: tellFaults(
      createNodeHttpClient({ httpVersion: "2", sessionProvider: () => balancer }),
    ),
    interceptors: options.interceptors,
    defaultTimeoutMs: options.defaultTimeoutMs,
    useBinaryFormat: true,
    // Compression costs more than it saves within one network.
    acceptCompression: [],
    sendCompression: null,
    compressMinBytes: MAX_MESSAGE_BYTES,
    readMaxBytes: MAX_MESSAGE_BYTES,
    writeMaxBytes: MAX_MESSAGE_BYTES,
  });
}

/**
 * Reports whether a call failed before its service began to process it (RFC 9113, section 8.7). A call of any
 * method can then be repeated immediately.
 */
export const wasNotProcessed = (error: unknown): boolean =>
  error instanceof ConnectError && error.cause instanceof NotProcessedError;

/** A request that was never processed or never sent. */
class NotProcessedError extends Error {
  override name = "NotProcessedError";
}

// Connect reports most failures of a connection as internal errors. The answer of a service is not a failure
// at this level. A failure here is therefore a failure of the connection.
function tellFaults(send: UniversalClientFn): UniversalClientFn {
  return async (request) => {
    // A canceled call, or a call after its deadline, keeps its status.
    const tell = (error: unknown) =>
      request.signal?.aborted ? ConnectError.from(error) : connectionFault(error);
    try {
      const response = await send(request);
      return { ...response, body: mapFailure(response.body, tell) };
    } catch (error) {
      throw tell(error);
    }
  };
}

function connectionFault(failure: unknown): ConnectError {
  const error = ConnectError.from(failure);
  if (error.code === Code.ResourceExhausted) return error;
  const text = "the connection to the service failed";
  const cause = isNotProcessed(error) ? new NotProcessedError(text, { cause: error }) : error;
  return new ConnectError(text, Code.Unavailable, undefined, undefined, cause);
}

// The codes of Node for requests that it did not send. The session ended, or accepted no more requests.
const NOT_SENT = [
  "ERR_HTTP2_STREAM_CANCEL",
  "ERR_HTTP2_GOAWAY_SESSION",
  "ERR_HTTP2_INVALID_SESSION",
];

// Node closes a stream above the last id of a GOAWAY as refused.
function isNotProcessed({ rawMessage, cause }: ConnectError): boolean {
  if (rawMessage.includes("REFUSED_STREAM")) return true;
  return (
    cause instanceof Error &&
    "code" in cause &&
    typeof cause.code === "string" &&
    NOT_SENT.includes(cause.code)
  );
}
