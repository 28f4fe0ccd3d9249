import { create } from "@bufbuild/protobuf";
import { durationFromMs, durationMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  RetryInfoSchema,
} from "@tms/proto/google/rpc/error_details";
import { RefusalSchema, type Refusal } from "@tms/proto/tms/error/v1/reason";
import { DomainError } from "./domain-error.ts";
import { isReason, statusOf, type ReasonName } from "./reasons.ts";
import { RemoteError } from "./remote-error.ts";

const ERROR_DOMAIN = "tms";

// Common gRPC clients accept only 8 KB of details.
const MAX_FIELDS = 16;

export function toConnectError(error: DomainError): ConnectError {
  const { reason, message, about, fields, retryAfterMs } = error;
  const fieldViolations = fields.slice(0, MAX_FIELDS);
  const retryDelay = retryAfterMs === undefined ? undefined : durationFromMs(retryAfterMs);
  const details = [
    { desc: ErrorInfoSchema, value: { reason, domain: ERROR_DOMAIN, metadata: { ...about } } },
    ...(fields.length > 0 ? [{ desc: BadRequestSchema, value: { fieldViolations } }] : []),
    ...(retryDelay ? [{ desc: RetryInfoSchema, value: { retryDelay } }] : []),
  ];
  return new ConnectError(message, statusOf(reason), undefined, details, error);
}

export function toRemoteError(failure: unknown): RemoteError {
  const error = ConnectError.from(failure);
  const info = error.findDetails(ErrorInfoSchema).find((d) => d.domain === ERROR_DOMAIN);
  const fields = error.findDetails(BadRequestSchema).flatMap((d) => d.fieldViolations);
  const reason = info && isReason(info.reason) ? info.reason : (REASONS[error.code] ?? "INTERNAL");
  const [retry] = error.findDetails(RetryInfoSchema);
  const retryAfterMs = retry?.retryDelay && durationMs(retry.retryDelay);
  const about = info?.metadata;
  return new RemoteError(reason, error.rawMessage, { fields, retryAfterMs, about, cause: error });
}

export const isRpcUnknown = (error: unknown): boolean =>
  error instanceof RemoteError &&
  error.cause instanceof ConnectError &&
  error.cause.code === Code.Unimplemented;

/** The reason of a failure by status code, if its details name no known reason. INTERNAL for other codes. */
const REASONS: Partial<Record<Code, ReasonName>> = {
  [Code.Unavailable]: "UNAVAILABLE",
  [Code.Canceled]: "UNAVAILABLE",
  [Code.Aborted]: "UNAVAILABLE",
  // During a rollout, replicas of the older release do not know the RPCs of a newer caller.
  [Code.Unimplemented]: "UNAVAILABLE",
  [Code.DeadlineExceeded]: "DEADLINE_EXCEEDED",
  [Code.ResourceExhausted]: "OVERLOADED",
};

export function toRefusal({ reason, message, fields, retryAfterMs }: DomainError): Refusal {
  return create(RefusalSchema, {
    reason,
    message,
    fields: [...fields],
    ...(retryAfterMs !== undefined && { retryDelay: durationFromMs(retryAfterMs) }),
  });
}

/** Returns the outcome of a batch item: a refusal as the case `refused`, or a result as the case `kind`. */
export const toOutcome = <K extends string, T extends object>(kind: K, result: T | DomainError) =>
  result instanceof DomainError
    ? ({ case: "refused", value: toRefusal(result) } as const)
    : { case: kind, value: result };

/** Returns the error of a refused batch item. A reason that is unknown to this release becomes INTERNAL. */
export function fromRefusal({ reason, message, fields, retryDelay }: Refusal): RemoteError {
  return new RemoteError(isReason(reason) ? reason : "INTERNAL", message, {
    fields,
    retryAfterMs: retryDelay && durationMs(retryDelay),
  });
}
