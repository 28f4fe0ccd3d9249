import { constants, type ClientHttp2Stream, type IncomingHttpHeaders } from "node:http2";
import {
  fromBinary,
  toBinary,
  type DescMessage,
  type DescMethod,
  type MessageShape,
} from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  createContextValues,
  type Interceptor,
  type Transport,
} from "@connectrpc/connect";
import { encodeEnvelope, runStreamingCall, runUnaryCall } from "@connectrpc/connect/protocol";
import {
  codeFromHttpStatus,
  contentTypeStreamProto,
  contentTypeUnaryProto,
  endStreamFlag,
  endStreamFromJson,
  errorFromJsonBytes,
  requestHeader,
} from "@connectrpc/connect/protocol-connect";
import { Balancer, type BalancerOptions } from "./balancer.ts";
import { rpcName } from "./names.ts";

export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
// An envelope begins with a byte of flags and four bytes with the length of its content.
export const HEAD_BYTES = 5;
/** The content of the last envelope of a stream that ends without an error. */
export const SUCCESS = Buffer.from("{}");
// A stream with this many unread bytes is paused, because its reader may be slow or gone.
const MAX_HELD_BYTES = 65_536;

/**
 * Creates a transport for binary, uncompressed messages of the Connect protocol. Connect's own transport
 * takes several times as long. A call on a broken connection fails as UNAVAILABLE. {@link wasNotProcessed}
 * then reports whether the service had not begun to process the call.
 */
export function createClientTransport(options: {
  /** One URL, or several separated by commas. */
  url: string;
  defaultTimeoutMs: number;
  interceptors: Interceptor[];
  balancer?: BalancerOptions | undefined;
}): Transport {
  const { url, defaultTimeoutMs, interceptors } = options;
  const balancer = new Balancer(url.split(","), options.balancer);
  return {
    unary(method, signal, timeoutMs = defaultTimeoutMs, header, message) {
      return runUnaryCall<typeof method.input, typeof method.output>({
        interceptors,
        ...(signal && { signal }),
        timeoutMs,
        req: { ...requestOf(method, header, timeoutMs), stream: false, method, message },
        async next(request) {
          const body = toBinary(method.input, request.message);
          const reply = await send(balancer, request, body);
          const bytes = await reply.readAll();
          if (!reply.isOf(contentTypeUnaryProto)) throw failureIn(reply.status, bytes);
          const output = parse(method.output, bytes);
          return { ...answered(method), stream: false, method, message: output };
        },
      });
    },
    stream(method, signal, timeoutMs = defaultTimeoutMs, header, message) {
      return runStreamingCall<typeof method.input, typeof method.output>({
        interceptors,
        ...(signal && { signal }),
        timeoutMs,
        req: { ...requestOf(method, header, timeoutMs), stream: true, method, message },
        async next(request) {
          const sent = await Array.fromAsync(request.message, (one) =>
            encodeEnvelope(0, toBinary(method.input, one)),
          );
          const reply = await send(balancer, request, Buffer.concat(sent));
          if (!reply.isOf(contentTypeStreamProto))
            throw failureIn(reply.status, await reply.readAll());
          const outputs = messagesIn(reply, method.output);
          return { ...answered(method), stream: true, method, message: outputs };
        },
      });
    },
  };
}

const requestOf = (
  method: DescMethod,
  given: Parameters<Transport["unary"]>[3],
  timeoutMs: number,
) => ({
  service: method.parent,
  requestMethod: "POST",
  url: `/${rpcName(method)}`,
  header: requestHeader(method.methodKind, true, timeoutMs, given, false),
  contextValues: createContextValues(),
});

const answered = ({ parent: service }: DescMethod) => ({
  service,
  header: new Headers(),
  trailer: new Headers(),
});

const failureIn = (status: number, bytes: Buffer): ConnectError =>
  errorFromJsonBytes(
    bytes,
    undefined,
    new ConnectError(`the response has the status ${status}`, codeFromHttpStatus(status)),
  );

function parse<M extends DescMessage>(schema: M, bytes: Uint8Array): MessageShape<M> {
  try {
    return fromBinary(schema, bytes);
  } catch (error) {
    const text = "the response cannot be parsed";
    throw new ConnectError(text, Code.Internal, undefined, undefined, error);
  }
}

async function* messagesIn<M extends DescMessage>(
  reply: Reply,
  schema: M,
): AsyncGenerator<MessageShape<M>> {
  let held = await reply.read();
  for (;;) {
    const end = held.length < HEAD_BYTES ? Infinity : HEAD_BYTES + held.readUInt32BE(1);
    if (end !== Infinity && end > MAX_MESSAGE_BYTES + HEAD_BYTES) throw tooLarge();
    if (held.length < end) {
      const more = await reply.read();
      if (more.length === 0) throw reply.incomplete();
      held = Buffer.concat([held, more]);
      continue;
    }
    const bytes = held.subarray(HEAD_BYTES, end);
    if (held[0] === endStreamFlag) {
      const { error } = bytes.equals(SUCCESS) ? {} : endStreamFromJson(bytes);
      reply.finish();
      if (error) throw error;
      return;
    }
    held = held.subarray(end);
    yield parse(schema, bytes);
  }
}

const tooLarge = () => new ConnectError("the response is too large", Code.ResourceExhausted);

async function send(
  balancer: Balancer,
  { url, header, signal }: { url: string; header: Headers; signal: AbortSignal },
  body: Uint8Array,
): Promise<Reply> {
  try {
    const headers = Object.fromEntries(header);
    const stream = await inTime(balancer.request("POST", url, headers, {}), signal);
    const reply = new Reply(stream, signal, () => balancer.notifyResponseByteRead(stream));
    stream.end(body);
    await reply.begun;
    return reply;
  } catch (failure) {
    throw toFault(failure, signal);
  }
}

/** Returns the abort reason of a cancelled or overdue call, and a failure of the connection otherwise. */
const toFault = (failure: unknown, signal: AbortSignal): ConnectError =>
  signal.aborted ? ConnectError.from(signal.reason, Code.Canceled) : connectionFault(failure);

/** Returns the stream. Throws when `signal` is aborted, even if a connection is still being established. */
async function inTime(opening: Promise<ClientHttp2Stream>, signal: AbortSignal) {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => {
    reject(signal.reason);
    const cancel = (late: ClientHttp2Stream) =>
      late.on("error", () => undefined).close(constants.NGHTTP2_CANCEL);
    opening.then(cancel, () => undefined);
  };
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([opening, ended]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

class Reply {
  readonly begun: Promise<void>;
  status = 0;
  readonly #stream: ClientHttp2Stream;
  readonly #signal: AbortSignal;
  readonly #chunks: Buffer[] = [];
  #type: string | undefined;
  #held = 0;
  #isOver = false;
  #failure: { error: unknown } | undefined;
  #wake: () => void = () => undefined;
  readonly #reject: (error: unknown) => void;
  readonly finish: () => void;

  constructor(stream: ClientHttp2Stream, signal: AbortSignal, onBytes: () => void) {
    this.#stream = stream;
    this.#signal = signal;
    const cancel = () => {
      this.#fail(signal.reason);
      const isCanceled = ConnectError.from(signal.reason, Code.Canceled).code === Code.Canceled;
      const { NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR } = constants;
      // A missed deadline resets the stream with an error, because servers of the previous release do not
      // notice a cancellation while they wait for a slow reader.
      stream.close(isCanceled ? NGHTTP2_CANCEL : NGHTTP2_INTERNAL_ERROR);
    };
    this.finish = () => signal.removeEventListener("abort", cancel);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.begun = promise;
    this.#reject = reject;
    stream
      .once("response", (headers: IncomingHttpHeaders) => {
        this.status = Number(headers[":status"]);
        this.#type = headers["content-type"];
        resolve();
      })
      .on("data", (chunk: Buffer) => {
        onBytes();
        this.#chunks.push(chunk);
        this.#held += chunk.length;
        if (this.#held > MAX_HELD_BYTES) stream.pause();
        this.#wake();
      })
      .once("end", () => {
        // `end` is also emitted for a stream that is closed before its response.
        if (stream.rstCode !== constants.NGHTTP2_NO_ERROR || this.status === 0) return;
        this.#isOver = true;
        this.finish();
        this.#wake();
      })
      .on("error", (error) => this.#fail(isOverload(stream) ? overloaded() : error))
      .once("close", () => {
        if (!this.#isOver)
          this.#fail(new Error(`the stream was closed with the code ${stream.rstCode}`));
      });
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  }

  isOf(type: string): boolean {
    return this.status === 200 && this.#type === type;
  }

  /** Waits for bytes and returns all that have arrived. Returns an empty buffer after the last byte. */
  async read(): Promise<Buffer> {
    while (this.#chunks.length === 0) {
      if (this.#failure) throw toFault(this.#failure.error, this.#signal);
      if (this.#isOver) return EMPTY;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const [first = EMPTY, ...others] = this.#chunks.splice(0);
    this.#held = 0;
    if (this.#stream.isPaused()) this.#stream.resume();
    return others.length === 0 ? first : Buffer.concat([first, ...others]);
  }

  async readAll(): Promise<Buffer> {
    let all = await this.read();
    for (let more = await this.read(); more.length > 0; more = await this.read()) {
      all = Buffer.concat([all, more]);
      if (all.length > MAX_MESSAGE_BYTES) throw tooLarge();
    }
    return all;
  }

  incomplete(): ConnectError {
    return toFault(new Error("the response is incomplete"), this.#signal);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.finish();
    this.#reject(error);
    this.#wake();
  }
}

const EMPTY = Buffer.alloc(0);

const isOverload = ({ rstCode }: ClientHttp2Stream): boolean =>
  rstCode === constants.NGHTTP2_ENHANCE_YOUR_CALM;

const overloaded = () => new ConnectError("the service is overloaded", Code.ResourceExhausted);

/** Reports whether a call failed before its service began to process it (RFC 9113, section 8.7). */
export const wasNotProcessed = (error: unknown): boolean =>
  error instanceof ConnectError && error.cause instanceof NotProcessedError;

class NotProcessedError extends Error {
  override name = "NotProcessedError";
}

function connectionFault(failure: unknown): ConnectError {
  const error = ConnectError.from(failure);
  if (error.code === Code.ResourceExhausted) return error;
  const text = "the connection to the service failed";
  const cause = isNotProcessed(error) ? new NotProcessedError(text, { cause: error }) : error;
  return new ConnectError(text, Code.Unavailable, undefined, undefined, cause);
}

// The codes of Node for requests that it did not send.
const NOT_SENT = /^ERR_HTTP2_(STREAM_CANCEL|GOAWAY_SESSION|INVALID_SESSION)$/;

// Node closes streams above the last id of a GOAWAY with REFUSED_STREAM.
const isNotProcessed = ({ rawMessage, cause }: ConnectError): boolean =>
  rawMessage.includes("REFUSED_STREAM") ||
  (cause instanceof Error && "code" in cause && NOT_SENT.test(String(cause.code)));
