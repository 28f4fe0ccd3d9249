import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { DomainError } from "../errors/domain-error.ts";
import { isCallerRefused, refusedFor } from "../errors/remote-error.ts";
import { toConnectError } from "../errors/status.ts";
import { isConnectionFault } from "../errors/transient.ts";
import type { CallMetrics } from "../metrics/registry.ts";
import type { Logger } from "../process/log.ts";
import { withTimeout } from "../process/timeout.ts";
import { answerableMs, ARRIVED_AT, REPLY_MARGIN_MS } from "./limits.ts";
import { observeCalls } from "./observed-calls.ts";
import { mapFailure } from "./streams.ts";

const LONGEST_CALL_MS = 30_000;

export const serverInterceptors = (log: Logger, metrics?: CallMetrics): Interceptor[] => [
  observeCalls(log, metrics),
  translateErrors,
  limitTime,
];

const translateErrors: Interceptor = (next) => async (request) => {
  try {
    const response = await next(request);
    if (!response.stream) return response;
    return { ...response, message: mapFailure(response.message, translate) };
  } catch (error) {
    throw translate(error);
  }
};

export function translate(error: unknown): ConnectError {
  if (!(error instanceof ConnectError)) return toConnectError(asDomainError(error));
  if (error.code !== Code.Internal || !UNREADABLE.test(error.rawMessage)) return error;
  const text = "The request cannot be parsed.";
  return toConnectError(new DomainError("INVALID_ARGUMENT", text, { cause: error }));
}

// Connect reports unreadable requests as internal errors, although the caller is at fault.
const UNREADABLE = /^(parse binary: |decompression failed$|received compressed envelope)/;

/** Returns the error that the caller sees. An error that is not a DomainError loses its internal text. */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return transientFault(error) ?? new DomainError("INTERNAL", undefined, { cause: error });
}

function transientFault(cause: unknown): DomainError | undefined {
  if (refusedFor(cause, "OVERLOADED"))
    return new DomainError("OVERLOADED", "The service is overloaded. Try again later.", { cause });
  const isUnavailable =
    refusedFor(cause, "DEADLINE_EXCEEDED", "UNAVAILABLE") ||
    isCallerRefused(cause) ||
    isConnectionFault(cause);
  return isUnavailable ? new DomainError("UNAVAILABLE", undefined, { cause }) : undefined;
}

const limitTime: Interceptor = (next) => async (request) => {
  if (request.stream) return await next(request);
  const limitMs = Math.min(answerableMs(request.header) ?? Infinity, LONGEST_CALL_MS);
  const arrivedAt = request.contextValues.get(ARRIVED_AT) || performance.now();
  const remainingMs = Math.max(1, limitMs - (performance.now() - arrivedAt));
  try {
    return await withTimeout(next(request), remainingMs, () => {
      throw deadlineExceeded();
    });
  } catch (error) {
    // The other service had only the remaining time of this call, so this call has missed its own deadline.
    const isOver = performance.now() - arrivedAt >= limitMs - REPLY_MARGIN_MS;
    throw isOver && refusedFor(error, "DEADLINE_EXCEEDED") ? deadlineExceeded(error) : error;
  }
};

const deadlineExceeded = (cause?: unknown) =>
  new DomainError("DEADLINE_EXCEEDED", undefined, { cause });
