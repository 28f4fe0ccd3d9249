import { Code, ConnectError, type Interceptor, type Transport } from "@connectrpc/connect";
import { Http2SessionManager } from "@connectrpc/connect-node";
import { createDirectTransport } from "./direct-transport.ts";

// The servers have the same limit.
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
const PING_INTERVAL_MS = 10_000;

export interface TransportOptions {
  url: string;
  defaultTimeoutMs: number;
  interceptors: Interceptor[];
}

/**
 * Creates a transport that speaks the Connect protocol on one HTTP/2 connection. A lost or closed connection
 * is replaced. Every failure of a connection is UNAVAILABLE to its calls. {@link wasNotProcessed} reports
 * whether the server had begun to process a call.
 */
export function createClientTransport(options: TransportOptions): Transport {
  const sessions = new PeerSessions(options.url, { pingIntervalMs: PING_INTERVAL_MS });
  return createDirectTransport({
    sessions,
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

// The session manager of Connect removes its listener from a session that it has given up. The session may
// fail later, and an error without a listener ends the process.
class PeerSessions extends Http2SessionManager {
  readonly #heard = new WeakSet<object>();

  override async request(...call: Parameters<Http2SessionManager["request"]>) {
    const stream = await super.request(...call);
    const { session } = stream;
    if (session && !this.#heard.has(session)) {
      this.#heard.add(session);
      session.on("error", () => undefined);
    }
    return stream;
  }
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
