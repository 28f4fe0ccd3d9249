import { DomainError, RefusalError } from "./domain-error.ts";
import type { ReasonName } from "./reasons.ts";

/** A failed call to another service. The calling code decides how to report the failure to its own caller. */
export class RemoteError extends RefusalError {
  override name = "RemoteError";
}

export function refusedFor(error: unknown, ...reasons: readonly ReasonName[]): boolean {
  return error instanceof RemoteError && reasons.includes(error.reason);
}

/** Returns a function that rethrows an error. A RemoteError for one of `reasons` becomes a DomainError. */
export const passOn =
  (...reasons: readonly ReasonName[]) =>
  (error: unknown): never => {
    if (!(error instanceof RemoteError) || !reasons.includes(error.reason)) throw error;
    const { reason, message, fields, retryAfterMs, about } = error;
    throw new DomainError(reason, message, { fields, retryAfterMs, about, cause: error });
  };

/** Reports whether another service refused this process as a caller, which an operator must correct. */
export const isCallerRefused = (error: unknown): boolean =>
  refusedFor(error, "CALLER_UNKNOWN", "CALLER_NOT_ALLOWED");
