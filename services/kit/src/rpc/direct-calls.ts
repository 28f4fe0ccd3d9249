import { once } from "node:events";
import type { Http2ServerRequest, ServerHttp2Stream } from "node:http2";
import {
  create,
  fromBinary,
  toBinary,
  type DescMethod,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type Message,
} from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  type ConnectRouter,
  type HandlerContext,
  type Interceptor,
} from "@connectrpc/connect";
import { encodeEnvelope } from "@connectrpc/connect/protocol";
import {
  codeToHttpStatus,
  contentTypeStreamProto,
  contentTypeUnaryProto,
  endStreamFlag,
  endStreamToJson,
  errorToJsonBytes,
} from "@connectrpc/connect/protocol-connect";
import { translate } from "./interceptors.ts";
import { valuesOnArrival } from "./limits.ts";
import { HEAD_BYTES, MAX_MESSAGE_BYTES, SUCCESS } from "./transport.ts";

const ENCODINGS = ["content-encoding", "connect-content-encoding"];
// Timeouts that are valid and short enough for a timer. Connect serves calls with any other timeout.
const TIMEOUT = /^\d{1,9}$/;

interface Rpc {
  method: DescMethodUnary | DescMethodServerStreaming;
  run: (request: Message, call: HandlerContext) => Promise<Message> | AsyncIterable<Message>;
}

type Next = Parameters<Interceptor>[0];

interface Options {
  interceptors: readonly Interceptor[];
  gate: (call: HandlerContext) => void;
  overdue: AbortSignal;
}

/**
 * Creates a function that serves binary, uncompressed calls of the Connect protocol, which the clients of
 * this product make. The function returns false for other calls, which Connect serves more slowly.
 */
export function createDirectCalls(routes: (router: ConnectRouter) => void, options: Options) {
  const rpcs = collectRpcs(routes);
  const live = new Set<AbortController>();
  options.overdue.addEventListener("abort", () => {
    for (const ending of live) ending.abort(options.overdue.reason);
  });

  return ({ stream, headers, url }: Http2ServerRequest): boolean => {
    const rpc = rpcs.get(url);
    const type =
      rpc?.method.methodKind === "unary" ? contentTypeUnaryProto : contentTypeStreamProto;
    const timeout = headers["connect-timeout-ms"];
    if (
      rpc === undefined ||
      headers[":method"] !== "POST" ||
      headers["content-type"] !== type ||
      ENCODINGS.some((name) => name in headers) ||
      (timeout !== undefined && !TIMEOUT.test(String(timeout)))
    )
      return false;
    const ending = new AbortController();
    live.add(ending);
    const abort = (reason: unknown) => ending.abort(reason);
    const late = () => abort(new ConnectError("the operation timed out", Code.DeadlineExceeded));
    const timer = timeout === undefined ? undefined : setTimeout(late, Number(timeout));
    stream.on("error", () => undefined);
    stream.once("close", () => {
      clearTimeout(timer);
      live.delete(ending);
      if (!stream.writableFinished) abort(new ConnectError("the caller is gone", Code.Canceled));
    });
    const end = timeout === undefined ? undefined : Date.now() + Number(timeout);
    const call: HandlerContext = {
      service: rpc.method.parent,
      method: rpc.method,
      requestMethod: "POST",
      protocolName: "connect",
      url,
      signal: ending.signal,
      timeoutMs: () => (end === undefined ? undefined : end - Date.now()),
      requestHeader: toHeaders(headers),
      responseHeader: new Headers(),
      responseTrailer: new Headers(),
      values: valuesOnArrival(),
    };
    void answer(rpc, call, stream, options).catch(() => stream.close());
    return true;
  };
}

function collectRpcs(routes: (router: ConnectRouter) => void): ReadonlyMap<string, Rpc> {
  const rpcs = new Map<string, Rpc>();
  const router: ConnectRouter = {
    handlers: [],
    rpc: () => router,
    service(service, implementation) {
      for (const method of service.methods) {
        const run: unknown = Reflect.get(implementation, method.localName);
        if (typeof run !== "function" || !hasOneRequest(method)) continue;
        rpcs.set(`/${service.typeName}/${method.name}`, { method, run: run as Rpc["run"] });
      }
      return router;
    },
  };
  routes(router);
  return rpcs;
}

const hasOneRequest = (method: DescMethod): method is Rpc["method"] =>
  method.methodKind === "unary" || method.methodKind === "server_streaming";

function toHeaders(given: Http2ServerRequest["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    if (!name.startsWith(":") && value !== undefined) headers.set(name, String(value));
  return headers;
}

async function answer(
  rpc: Rpc,
  call: HandlerContext,
  stream: ServerHttp2Stream,
  { interceptors, gate }: Options,
): Promise<void> {
  try {
    // Runs before the body is read, so that refused calls cost little.
    gate(call);
    const message = parse(rpc, await readBody(stream));
    const work = invoke(rpc, message, call);
    const next = interceptors.reduceRight<Next>((inner, one) => one(inner), work);
    const response = await next(requestOf(rpc, message, call));
    if (!response.stream)
      return respond(stream, 200, contentTypeUnaryProto, toBytes(rpc, response.message));
    for await (const one of response.message) {
      if (stream.destroyed) return;
      if (!stream.headersSent)
        stream.respond({ ":status": 200, "content-type": contentTypeStreamProto });
      if (!stream.write(encodeEnvelope(0, toBytes(rpc, one)))) await drained(stream);
    }
    endStream(stream);
  } catch (reason) {
    if (stream.destroyed) return;
    const error = translate(reason);
    if (rpc.method.methodKind !== "unary") return endStream(stream, error);
    const body = errorToJsonBytes(error, undefined);
    respond(stream, codeToHttpStatus(error.code), "application/json", body);
  }
}

function respond(stream: ServerHttp2Stream, status: number, type: string, body: Uint8Array): void {
  if (stream.destroyed) return;
  stream.respond({ ":status": status, "content-type": type, "content-length": body.length });
  stream.end(body);
}

function endStream(stream: ServerHttp2Stream, error?: ConnectError): void {
  if (stream.destroyed) return;
  if (!stream.headersSent)
    stream.respond({ ":status": 200, "content-type": contentTypeStreamProto });
  const end = error ? JSON.stringify(endStreamToJson(new Headers(), error, undefined)) : SUCCESS;
  stream.end(encodeEnvelope(endStreamFlag, Buffer.from(end)));
}

function requestOf({ method }: Rpc, message: Message, call: HandlerContext): Parameters<Next>[0] {
  const { service, requestMethod, url, signal, requestHeader: header, values } = call;
  const common = { service, requestMethod, url, signal, header, contextValues: values };
  if (method.methodKind === "unary") return { ...common, stream: false, method, message };
  return { ...common, stream: true, method, message: only(message) };
}

const invoke =
  ({ method, run }: Rpc, message: Message, call: HandlerContext): Next =>
  async () => {
    const { service, responseHeader: header, responseTrailer: trailer } = call;
    const common = { service, header, trailer };
    const result = run(message, call);
    if (method.methodKind !== "unary")
      return { ...common, stream: true, method, message: result as AsyncIterable<Message> };
    const output = create(method.output, await (result as Promise<Message>));
    return { ...common, stream: false, method, message: output };
  };

async function* only<T>(item: T) {
  yield item;
}

function toBytes({ method }: Rpc, message: Message): Uint8Array {
  const bytes = toBinary(method.output, create(method.output, message));
  if (bytes.length <= MAX_MESSAGE_BYTES) return bytes;
  throw new ConnectError("the response is too large", Code.ResourceExhausted);
}

function parse({ method }: Rpc, body: Buffer): Message {
  if (method.methodKind === "unary") return read(method, body);
  const isOne = body.length >= HEAD_BYTES && body[0] === 0;
  if (isOne && body.readUInt32BE(1) === body.length - HEAD_BYTES)
    return read(method, body.subarray(HEAD_BYTES));
  throw new ConnectError("the request is not one message", Code.InvalidArgument);
}

function read(method: Rpc["method"], bytes: Uint8Array): Message {
  try {
    return fromBinary(method.input, bytes);
  } catch (error) {
    throw new ConnectError(`parse binary: ${String(error)}`, Code.Internal);
  }
}

function readBody(stream: ServerHttp2Stream): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  let isComplete = false;
  stream.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_MESSAGE_BYTES) chunks.push(chunk);
    else reject(new ConnectError("the request is too large", Code.ResourceExhausted));
  });
  stream.once("end", () => {
    // The body of a reset stream also ends, although it is incomplete.
    if (stream.aborted) return;
    isComplete = true;
    resolve(chunks.length === 1 ? (chunks[0] ?? EMPTY) : Buffer.concat(chunks));
  });
  stream.once("close", () => {
    if (!isComplete) reject(new ConnectError("the caller is gone", Code.Canceled));
  });
  return promise;
}

const EMPTY = Buffer.alloc(0);

async function drained(stream: ServerHttp2Stream): Promise<void> {
  if (stream.destroyed) return;
  const done = new AbortController();
  const ends = [once(stream, "drain", done), once(stream, "close", done)];
  await Promise.race(ends).catch(() => undefined);
  done.abort();
}
