import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { isOpen } from "../callers/gate.ts";
import { DomainError } from "../errors/domain-error.ts";
import { isCallerRefused, refusedFor } from "../errors/remote-error.ts";
import { isRpcUnknown, toConnectError } from "../errors/status.ts";
import { isConnectionFault, isLoginRefused } from "../errors/transient.ts";
import type { CallMetrics } from "../metrics/registry.ts";
import { callSpan } from "../process/fault-points.ts";
import type { Logger } from "../process/log.ts";
import { withTimeout } from "../process/timeout.ts";
import {
  callerSpan,
  currentTracing,
  isSampled,
  noteFailure,
  runIn,
  type Span,
  SpanKind,
  startSpan,
} from "../tracing/spans.ts";
import { answerableMs, ARRIVED_AT, REPLY_MARGIN_MS } from "./limits.ts";
import { rpcName } from "./names.ts";
import { originForLog, originOf } from "./origin.ts";

const MAX_CALL_MS = 30_000;

export const serverInterceptors = (log: Logger, metrics?: CallMetrics): Interceptor[] => [
  observeCalls(log, metrics),
  limitTime,
];

export function translate(error: unknown): ConnectError {
  if (!(error instanceof ConnectError)) return toConnectError(asDomainError(error));
  const isUnreadable = error.code === Code.Internal && UNREADABLE.test(error.rawMessage);
  const isOfMessage = OF_MESSAGES.has(error.code) && error.details.length === 0;
  if (!isUnreadable && !isOfMessage) return error;
  const text = isUnreadable ? "The request cannot be parsed." : error.rawMessage;
  return toConnectError(new DomainError("INVALID_ARGUMENT", text, { cause: error }));
}

// Connect reports messages that are malformed or too large with these codes, without details.
const OF_MESSAGES: ReadonlySet<Code> = new Set([Code.InvalidArgument, Code.ResourceExhausted]);

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
  const limitMs = Math.min(answerableMs(request.header) ?? Infinity, MAX_CALL_MS);
  const arrivedAt = request.contextValues.get(ARRIVED_AT) || performance.now();
  const remainingMs = Math.max(1, limitMs - (performance.now() - arrivedAt));
  try {
    return await withTimeout(next(request), remainingMs, () => {
      throw deadlineExceeded();
    });
  } catch (error) {
    // The called service had only the remaining time of this call, so this call also missed its deadline.
    const isOver = performance.now() - arrivedAt >= limitMs - REPLY_MARGIN_MS;
    throw isOver && refusedFor(error, "DEADLINE_EXCEEDED") ? deadlineExceeded(error) : error;
  }
};

const deadlineExceeded = (cause?: unknown) =>
  new DomainError("DEADLINE_EXCEEDED", undefined, { cause });

type Request = Parameters<Parameters<Interceptor>[0]>[0];

/** Creates the interceptor that logs, counts, times and traces calls, and translates their errors. */
function observeCalls(log: Logger, metrics?: CallMetrics): Interceptor {
  return (next) => (request) => {
    const { service, method } = request;
    const startedAt = performance.now();
    const span = currentTracing() && startServedSpan(request);
    const within = <T>(work: () => T): T => (span ? runIn(span, work) : work());
    const about = () => ({ ...describe(request), ms: elapsedMs(startedAt) });
    let isOver = false;
    const end = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      if (error === undefined && log.isLevelEnabled("debug")) log.debug(about(), "call served");
      if (!isOpen(service)) metrics?.ended(service.typeName, method.name, startedAt, error);
      if (span) endSpan(span, error);
    };
    const fail = (reason: unknown) => {
      const error = translate(reason);
      if (!isOver) logFailure(log, about(), error);
      end(error);
      return error;
    };
    return within(async () => {
      try {
        const response = await next(request);
        if (response.stream) {
          // If the caller has left, only the signal reports the end of a stream.
          request.signal.addEventListener("abort", () => end(request.signal.reason), {
            once: true,
          });
          return { ...response, message: untilEnd(response.message, within, end, fail) };
        }
        if (span) noteTournament(span, response.message);
        end();
        return response;
      } catch (reason) {
        throw fail(reason);
      }
    });
  };
}

const elapsedMs = (startedAt: number) => Math.round((performance.now() - startedAt) * 1000) / 1000;

const describe = ({ service, method, header }: Request) => ({
  rpc: rpcName(method),
  ...(isOpen(service) ? {} : originForLog(originOf({ requestHeader: header }))),
});

function logFailure(log: Logger, about: object, error: ConnectError): void {
  const { code } = error;
  // Logs the cause, because the ConnectError itself has few details.
  const cause = error.cause ?? error;
  const fault = cause instanceof DomainError ? faultToMend(cause.cause) : undefined;
  if (code === Code.Internal || code === Code.Unknown)
    log.error({ ...about, err: cause }, "call failed");
  else if (fault !== undefined) log.error({ ...about, err: cause }, fault);
  else log.info({ ...about, code: Code[code] }, "call refused");
}

/**
 * Returns the log message for a fault that an operator must correct, or undefined for any other error.
 * Callers only learn that the service is unavailable. During a rollout, the fault can be temporary.
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

async function* untilEnd<T>(
  stream: AsyncIterable<T>,
  within: <R>(work: () => R) => R,
  end: () => void,
  fail: (reason: unknown) => ConnectError,
): AsyncGenerator<T, void> {
  const messages = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Runs within the span, because a generator runs in the async context of its reader.
      const next = await within(() => messages.next());
      if (next.done === true) break;
      yield next.value;
    }
    end();
  } catch (reason) {
    throw fail(reason);
  } finally {
    await messages.return?.();
  }
}

function startServedSpan(request: Request): Span | undefined {
  const { header, method } = request;
  const caller = callerSpan({
    traceparent: header.get("traceparent"),
    tracestate: header.get("tracestate"),
  });
  if (caller === undefined || !isSampled(caller)) return undefined;
  const span = startSpan(rpcName(method), caller, callSpan(SpanKind.SERVER, rpcName(method)));
  const { requestId } = originOf({ requestHeader: header });
  if (requestId !== null) span.setAttribute("tms.request_id", requestId);
  if (request.stream) return span;
  for (const [field, attribute] of SUBJECTS) {
    const id: unknown = Reflect.get(request.message, field);
    if (typeof id === "string") span.setAttribute(attribute, id);
  }
  return span;
}

const SUBJECTS = [
  ["gameId", "tms.game_id"],
  ["tournamentId", "tms.tournament_id"],
] as const;

/** Adds the tournament id from a response. The request that creates a tournament does not have the id yet. */
function noteTournament(span: Span, message: object): void {
  const tournament: unknown = Reflect.get(message, "tournament");
  if (typeof tournament === "object" && tournament !== null && "id" in tournament)
    span.setAttribute("tms.tournament_id", String(tournament.id));
}

// The codes that the semantic conventions of OpenTelemetry count as faults of the server.
const FAULTS = new Set([
  Code.Unknown,
  Code.DeadlineExceeded,
  Code.Unimplemented,
  Code.Internal,
  Code.Unavailable,
  Code.DataLoss,
]);

function endSpan(span: Span, error: unknown): void {
  if (error !== undefined) {
    const { code } = ConnectError.from(error);
    span.setAttribute("rpc.response.status_code", Code[code]);
    if (FAULTS.has(code)) noteFailure(span, error);
  }
  span.end();
}
