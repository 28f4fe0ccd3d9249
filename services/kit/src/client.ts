import { setTimeout as delay } from "node:timers/promises";
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
import { createConnectTransport } from "@connectrpc/connect-node";
import { REPLY_MARGIN_MS } from "./deadline.ts";
import { toRemoteError } from "./errors.ts";
import { traceCall } from "./steps.ts";
import { mapFailure } from "./streams.ts";

// A call that names no deadline of its own gets this one.
const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * A client of another service. Failed calls reject with RemoteError. Every RPC of these
 * services may be repeated (mutations carry a request_id), so what was refused as unavailable
 * is tried twice more, within the deadline.
 */
export function connectTo<T extends DescService>(service: T, url: string): Client<T> {
  const transport = createConnectTransport({
    httpVersion: "2",
    baseUrl: url,
    defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
    useBinaryFormat: true,
    // Compressing costs more than it saves between neighbours.
    acceptCompression: [],
    pingIntervalMs: 10_000,
    interceptors: [retryUnavailable],
  });
  return clientOver(service, transport);
}

/**
 * A client over any transport, such as an in-memory one, whose failed calls reject with
 * RemoteError. The transport is wrapped because Connect turns whatever an interceptor throws
 * back into a ConnectError.
 */
export function clientOver<T extends DescService>(service: T, transport: Transport): Client<T> {
  return createClient(service, {
    async unary(method, signal, timeoutMs, ...rest) {
      try {
        return await traceCall(nameOf(method), () =>
          transport.unary(method, signal, wholeMs(timeoutMs), ...rest),
        );
      } catch (error) {
        throw toRemoteError(error);
      }
    },
    async stream(method, signal, timeoutMs, ...rest) {
      try {
        const response = await traceCall(nameOf(method), () =>
          transport.stream(method, signal, wholeMs(timeoutMs), ...rest),
        );
        return { ...response, message: mapFailure(response.message, toRemoteError) };
      } catch (error) {
        throw toRemoteError(error);
      }
    },
  });
}

const nameOf = (method: DescMethod) => `${method.parent.typeName}/${method.name}`;

// The protocols carry whole milliseconds, and refuse anything else.
const wholeMs = (ms: number | undefined) => (ms === undefined ? ms : Math.max(1, Math.floor(ms)));

/** Hands what is left of our caller's deadline, and its cancellation, on to the next hop. */
export function within(context: HandlerContext): CallOptions {
  const remaining = context.timeoutMs();
  return {
    signal: context.signal,
    timeoutMs:
      remaining === undefined
        ? DEFAULT_TIMEOUT_MS
        : Math.max(1, Math.min(remaining - REPLY_MARGIN_MS, DEFAULT_TIMEOUT_MS)),
  };
}

const RETRIES = 2;
const FIRST_PAUSE_MS = 30;

const retryUnavailable: Interceptor = (next) => async (request) => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await next(request);
    } catch (error) {
      const passing = ConnectError.from(error).code === Code.Unavailable;
      if (!passing || request.stream || attempt >= RETRIES || request.signal.aborted) throw error;
      // Full jitter keeps many callers from coming back in step.
      await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()), request.signal);
    }
  }
};

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
