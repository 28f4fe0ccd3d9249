import { Code, ConnectError, type Interceptor, type Transport } from "@connectrpc/connect";
import { createNodeHttpClient, Http2SessionManager } from "@connectrpc/connect-node";
import type { UniversalClientFn } from "@connectrpc/connect/protocol";
import { createTransport } from "@connectrpc/connect/protocol-connect";
import { mapFailure } from "./streams.ts";

// As much as services take and give.
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
const PING_INTERVAL_MS = 10_000;

/** How calls to one service travel. */
export interface TransportOptions {
  url: string;
  defaultTimeoutMs: number;
  interceptors: Interceptor[];
}

/**
 * Speaks the Connect protocol over one HTTP/2 connection, which is replaced when it is lost or its
 * peer goes away. Whatever happens to a connection is UNAVAILABLE to the calls on it, as
 * {@link wasNotProcessed} tells more about.
 */
export function createClientTransport(options: TransportOptions): Transport {
  const sessions = new PeerSessions(options.url, { pingIntervalMs: PING_INTERVAL_MS });
  return createTransport({
    baseUrl: options.url,
    httpClient: tellFaults(
      createNodeHttpClient({ httpVersion: "2", sessionProvider: () => sessions }),
    ),
    interceptors: options.interceptors,
    defaultTimeoutMs: options.defaultTimeoutMs,
    useBinaryFormat: true,
    // Compressing costs more than it saves between neighbours.
    acceptCompression: [],
    sendCompression: null,
    compressMinBytes: MAX_MESSAGE_BYTES,
    readMaxBytes: MAX_MESSAGE_BYTES,
    writeMaxBytes: MAX_MESSAGE_BYTES,
  });
}

/**
 * Whether a call failed before its service had begun to work on it (RFC 9113, section 8.7): it can
 * be made again at once, whatever it does.
 */
export const wasNotProcessed = (error: unknown): boolean =>
  error instanceof ConnectError && error.cause instanceof NotProcessedError;

/** The peer said, or this side knows, that a request was never worked on. */
class NotProcessedError extends Error {
  override name = "NotProcessedError";
}

// Connect's manager stops listening to a session that it has given up, which may fail thereafter;
// an error that nobody hears would end the process.
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

// Connect takes most of what Node reports of a connection for internal errors. What a service
// answers is no failure here, so all that fails here is the connection's.
function tellFaults(send: UniversalClientFn): UniversalClientFn {
  return async (request) => {
    // A caller who gave up, or whose time is over, is told that.
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

// Node's codes for requests that it could not send: those that waited for their turn on a session
// that ended, and those that came when a session took no more.
const NOT_SENT = [
  "ERR_HTTP2_STREAM_CANCEL",
  "ERR_HTTP2_GOAWAY_SESSION",
  "ERR_HTTP2_INVALID_SESSION",
];

// A stream with a higher id than the last that a GOAWAY names is closed as a refused one.
function isNotProcessed({ rawMessage, cause }: ConnectError): boolean {
  if (rawMessage.includes("REFUSED_STREAM")) return true;
  return (
    cause instanceof Error &&
    "code" in cause &&
    typeof cause.code === "string" &&
    NOT_SENT.includes(cause.code)
  );
}
