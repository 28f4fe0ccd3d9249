import { Code, ConnectError, type Interceptor, type Transport } from "@connectrpc/connect";
import { Balancer, type BalancerOptions } from "./balancer.ts";
import { createDirectTransport } from "./direct-transport.ts";

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
  return createDirectTransport({
    sessions: new Balancer(options.url.split(","), options.balancer),
    interceptors: options.interceptors,
    defaultTimeoutMs: options.defaultTimeoutMs,
    maxBytes: MAX_MESSAGE_BYTES,
    toFault: connectionFault,
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

// The answer of a service is not a failure at this level. A failure here is a failure of the connection.
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
