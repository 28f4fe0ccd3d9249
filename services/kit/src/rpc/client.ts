import type { DescMethod, DescService } from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  createClient,
  type CallOptions,
  type Client,
  type HandlerContext,
  type Interceptor,
  type Transport,
} from "@connectrpc/connect";
import { createAsyncIterable } from "@connectrpc/connect/protocol";
import { setTimeout as delay } from "node:timers/promises";
import { withToken } from "../callers/token.ts";
import type { RemoteError } from "../errors/remote-error.ts";
import { toRemoteError } from "../errors/status.ts";
import { traceCall } from "../process/fault-points.ts";
import { withTraceHeaders } from "../tracing/spans.ts";
import type { BalancerOptions } from "./balancer.ts";
import { REPLY_MARGIN_MS } from "./limits.ts";
import { rpcName } from "./names.ts";
import { originHeaders, originOf } from "./origin.ts";
import { mapFailure } from "./streams.ts";
import { createClientTransport, wasNotProcessed } from "./transport.ts";

// The deadline of a call without a deadline, and the longest deadline that {@link within} passes on.
const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Creates a client of another service, at one URL or several separated by commas. Failed calls reject with
 * RemoteError. A call that fails as UNAVAILABLE before its first response message is repeated twice. If the
 * service had not begun to process a call, the client repeats it without a pause, at most eight more times.
 * An id or a state makes each repeated change harmless. All repeats are within the deadline.
 */
export function connectTo<T extends DescService>(
  service: T,
  url: string,
  token: string,
  balancer?: BalancerOptions,
): Client<T> {
  const interceptors = [withToken(token), retryUnavailable];
  const limits = { defaultTimeoutMs: DEFAULT_TIMEOUT_MS, balancer };
  return clientOver(service, createClientTransport({ url, interceptors, ...limits }));
}

/**
 * Creates a client over any transport. Failed calls reject with RemoteError. The transport is wrapped,
 * because Connect would turn a RemoteError of an interceptor back into a ConnectError.
 */
export function clientOver<T extends DescService>(service: T, transport: Transport): Client<T> {
  return createClient(service, {
    unary: (method, signal, timeoutMs, headers, ...rest) =>
      attempt(method, signal, () =>
        transport.unary(method, signal, wholeMs(timeoutMs), withTraceHeaders(headers), ...rest),
      ),
    async stream(method, signal, timeoutMs, headers, ...rest) {
      const response = await attempt(method, signal, () =>
        transport.stream(method, signal, wholeMs(timeoutMs), withTraceHeaders(headers), ...rest),
      );
      const message = mapFailure(response.message, (error) => failureOf(error, signal));
      return { ...response, message };
    },
  });
}

async function attempt<T>(
  method: DescMethod,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await traceCall(rpcName(method), work);
  } catch (error) {
    throw failureOf(error, signal);
  }
}

/** Returns the error of a call. If `signal` is aborted, an internal error counts as a cancellation. */
function failureOf(error: unknown, signal: AbortSignal | undefined): RemoteError {
  const isReset = signal?.aborted === true && ConnectError.from(error).code === Code.Internal;
  if (!isReset) return toRemoteError(error);
  const text = "the caller is gone";
  return toRemoteError(new ConnectError(text, Code.Canceled, undefined, undefined, error));
}

// The protocols accept whole milliseconds only.
const wholeMs = (ms: number | undefined) => (ms === undefined ? ms : Math.max(1, Math.floor(ms)));

/** Returns options that pass on the origin, cancellation and remaining time (at most 10 s) of a call. */
export function within(context: HandlerContext): CallOptions {
  const remaining = context.timeoutMs() ?? Infinity;
  return {
    signal: context.signal,
    headers: originHeaders(originOf(context)),
    timeoutMs: Math.max(1, Math.min(remaining - REPLY_MARGIN_MS, DEFAULT_TIMEOUT_MS)),
  };
}

const RETRIES = 2;
const FIRST_PAUSE_MS = 30;
// More than the number of replicas that a rollout replaces within the deadline of a call.
const RETRIES_AT_ONCE = 8;

const retryUnavailable: Interceptor = (next) => async (request) => {
  const repeat = await repeatable(request);
  let failures = 0;
  let refusals = 0;
  for (;;) {
    try {
      const response = await next(repeat());
      if (!response.stream) return response;
      // Nothing is delivered before the first message, so the call can be repeated until then.
      const messages = response.message[Symbol.asyncIterator]();
      const first = await messages.next();
      return { ...response, message: continued(first, messages) };
    } catch (error) {
      if (ConnectError.from(error).code !== Code.Unavailable || request.signal.aborted) throw error;
      if (wasNotProcessed(error) && refusals++ < RETRIES_AT_ONCE) continue;
      if (failures++ >= RETRIES) throw error;
      // Jitter prevents many callers from retrying at the same moment.
      const pauseMs = FIRST_PAUSE_MS * 2 ** (failures - 1) * (0.5 + Math.random());
      await delay(pauseMs, undefined, { signal: request.signal }).catch(() => undefined);
    }
  }
};

async function* continued<T>(first: IteratorResult<T>, others: AsyncIterator<T>) {
  try {
    for (let next = first; next.done !== true; next = await others.next()) yield next.value;
  } finally {
    await others.return?.();
  }
}

type CallRequest = Parameters<Parameters<Interceptor>[0]>[0];

/** Returns a function that returns the request for each attempt. Buffers the messages of a stream. */
async function repeatable(request: CallRequest): Promise<() => CallRequest> {
  if (!request.stream) return () => request;
  const messages = await Array.fromAsync(request.message);
  return () => ({ ...request, message: createAsyncIterable(messages) });
}
