import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { isOpen } from "../callers/gate.ts";
import { DomainError } from "../errors/domain-error.ts";
import { isCallerRefused, refusedFor, RemoteError } from "../errors/remote-error.ts";
import { isRpcUnknown, toConnectError } from "../errors/status.ts";
import { isConnectionFault, isLoginRefused } from "../errors/transient.ts";
import type { Logger } from "../process/log.ts";
import { withTimeout } from "../process/timeout.ts";
import { currentTracing } from "../tracing/spans.ts";
import { answerableMs, ARRIVED_AT, REPLY_MARGIN_MS } from "./limits.ts";
import { originForLog, originOf } from "./origin.ts";
import { rpcName } from "./rpc-name.ts";
import { mapFailure } from "./streams.ts";
import { traceServedCalls } from "./traced-calls.ts";

// The limit of a unary call without a deadline, or with a longer deadline.
const LONGEST_CALL_MS = 30_000;

export function serverInterceptors(log: Logger): Interceptor[] {
  const traces = currentTracing() ? [traceServedCalls] : [];
  return [...traces, logCalls(log), translateErrors(), limitTime()];
}

function logCalls(log: Logger): Interceptor {
  return (next) => async (request) => {
    const startedAt = performance.now();
    const { service, method } = request;
    const origin = isOpen(service) ? {} : originForLog(originOf({ requestHeader: request.header }));
    const about = { rpc: rpcName(method), ...origin };
    const elapsed = () => Math.round((performance.now() - startedAt) * 1000) / 1000;
    try {
      const response = await next(request);
      log.debug({ ...about, ms: elapsed() }, "call served");
      return response;
    } catch (error) {
      const code = ConnectError.from(error).code;
      // The error of Connect has few details. The cause has all of them.
      const cause = error instanceof ConnectError ? (error.cause ?? error) : error;
      const failure = { ...about, ms: elapsed(), err: cause };
      const fault = cause instanceof DomainError ? faultToMend(cause.cause) : undefined;
      if (code === Code.Internal || code === Code.Unknown) log.error(failure, "call failed");
      else if (fault !== undefined) log.error(failure, fault);
      else log.info({ ...about, ms: elapsed(), code: Code[code] }, "call refused");
      throw error;
    }
  };
}

/**
 * Returns the log message for a fault that an operator must correct, or undefined for another error. During a
 * rollout or a change of passwords, such a fault can also be temporary. Callers only learn that the service
 * is unavailable.
 */
function faultToMend(error: unknown): string | undefined {
  if (isCallerRefused(error))
    return "another service rejected this process as a caller; check CALLER_TOKEN and the callers file";
  if (isLoginRefused(error))
    return "Postgres rejected the login; check the role and password in DATABASE_URL";
  if (isRpcUnknown(error))
    return "another service does not implement the RPC that this process called; it runs an older release";
  return undefined;
}

function translateErrors(): Interceptor {
  return (next) => async (request) => {
    try {
      const response = await next(request);
      return response.stream
        ? { ...response, message: mapFailure(response.message, translate) }
        : response;
    } catch (error) {
      throw translate(error);
    }
  };
}

/** Returns the status of an error, as the caller sees it. */
export function translate(error: unknown): ConnectError {
  if (error instanceof ConnectError) return isUnreadable(error) ? unreadable(error) : error;
  return toConnectError(asDomainError(error));
}

// Connect reports unreadable requests as internal errors, although the caller is at fault.
const UNREADABLE = /^(parse binary: |decompression failed$|received compressed envelope)/;

const isUnreadable = ({ code, rawMessage }: ConnectError): boolean =>
  code === Code.Internal && UNREADABLE.test(rawMessage);

const unreadable = (cause: unknown) =>
  toConnectError(new DomainError("INVALID_ARGUMENT", "The request cannot be parsed.", { cause }));

/** Returns the error that the caller sees, without internal text. */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return transientFault(error) ?? new DomainError("INTERNAL", undefined, { cause: error });
}

function transientFault(error: unknown): DomainError | undefined {
  if (error instanceof RemoteError) {
    if (
      error.reason === "DEADLINE_EXCEEDED" ||
      error.reason === "UNAVAILABLE" ||
      isCallerRefused(error)
    )
      return unavailable(error);
    if (error.reason === "OVERLOADED")
      return new DomainError("OVERLOADED", "The service is overloaded. Try again later.", {
        cause: error,
      });
  }
  return isConnectionFault(error) ? unavailable(error) : undefined;
}

const unavailable = (cause: unknown) => new DomainError("UNAVAILABLE", undefined, { cause });

function limitTime(): Interceptor {
  return (next) => async (request) => {
    if (request.stream) return await next(request);
    const limitMs = Math.min(answerableMs(request.header) ?? Infinity, LONGEST_CALL_MS);
    const arrivedAt = request.contextValues.get(ARRIVED_AT) || performance.now();
    const remainingMs = Math.max(1, limitMs - (performance.now() - arrivedAt));
    try {
      return await withTimeout(next(request), remainingMs, () => {
        throw deadlineExceeded();
      });
    } catch (error) {
      // The other service got only the remaining time of this call. If that time was too short, the caller
      // gets DEADLINE_EXCEEDED, not UNAVAILABLE.
      const isOver = performance.now() - arrivedAt >= limitMs - REPLY_MARGIN_MS;
      throw isOver && refusedFor(error, "DEADLINE_EXCEEDED") ? deadlineExceeded(error) : error;
    }
  };
}

const deadlineExceeded = (cause?: unknown) =>
  new DomainError("DEADLINE_EXCEEDED", undefined, { cause });
